import { allNetworksDown } from './allNetworksDown.ts'
import { batchFeeSet } from './batchFeeSet.ts'
import { clockSkew } from './clockSkew.ts'
import { contractMissing } from './contractMissing.ts'
import { contractPaused } from './contractPaused.ts'
import { databaseWrites } from './databaseWrites.ts'
import { networkBehind } from './networkBehind.ts'
import { networkDown } from './networkDown.ts'
import { networkHalted } from './networkHalted.ts'
import { networkRemoved } from './networkRemoved.ts'
import { noNetworks } from './noNetworks.ts'
import type { ReadinessCheck } from './readinessCheck.ts'
import { reconciliationOpen } from './reconciliationOpen.ts'
import { singleNode } from './singleNode.ts'
import { watcherFailing } from './watcherFailing.ts'

/**
 * Every check of `GET /readyz`, in the order of the reported findings. A test compares the names with the guide's
 * table.
 */
export const readinessChecks: readonly ReadinessCheck[] = [
  databaseWrites,
  noNetworks,
  allNetworksDown,
  networkDown,
  networkBehind,
  networkHalted,
  networkRemoved,
  reconciliationOpen,
  clockSkew,
  watcherFailing,
  singleNode,
  contractMissing,
  contractPaused,
  batchFeeSet,
]
