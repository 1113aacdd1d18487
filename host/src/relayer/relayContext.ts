import type { ChainClient } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { NetworkConfig } from '../readNetworkConfigs.ts'
import { assertLease, type Lease } from '../scheduling/leases.ts'
import type { Notices } from './createNotices.ts'
import type { Relayer } from './openRelayer.ts'

/** The inputs of one network's relayer, while it holds the lease. */
export type RelayContext = Pick<Context, 'db' | 'now' | 'random' | 'config' | 'sealer'> & {
  settings: NetworkConfig
  chain: ChainClient
  relayer: Relayer
  lease: Lease
  notices: Notices
  /** Called when webhook events were written. */
  onEvents(): void
}

/** Writes under the lease: another host that took it over keeps this one from writing. @throws StaleLeaseError */
export function writeLeased<T>(
  { db, lease }: Pick<RelayContext, 'db' | 'lease'>,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await assertLease(tx, db.dialect, lease)
    return write(tx)
  })
}
