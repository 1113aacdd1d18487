import type { ChainClient } from '../chains/chainClient.ts'
import type { NetworkConfig } from '../config.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { assertLease, type Lease } from '../leases/leases.ts'
import type { Notices } from './createNotices.ts'
import type { Relayer } from './openRelayer.ts'
import type { RelayedWork, WorkKey } from './relayedWork.ts'

/** Screens a payer before the host sends a transaction for them. `not_screened` if there is no decision now. */
export type ScreenRelay = (
  context: RelayContext,
  relay: { tenantId: string; token: string; wallet: string },
) => Promise<'accepted' | 'wallet_not_accepted' | 'not_screened'>

/** The inputs of one network's relayer, while its host holds the lease. */
export type RelayContext = Pick<
  Context,
  'db' | 'now' | 'random' | 'config' | 'sealer' | 'screening' | 'tracing'
> & {
  settings: NetworkConfig
  chain: ChainClient
  relayer: Relayer
  lease: Lease
  notices: Notices
  /** Returns the work that a transaction with this key does. */
  workOf(key: WorkKey): RelayedWork
  /** Called after webhook events were written. */
  onEvents(): void
}

/** Writes under the lease; fails if another host has acquired the lease. @throws StaleLeaseError */
export function writeLeased<T>(
  { db, lease }: Pick<RelayContext, 'db' | 'lease'>,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await assertLease(tx, db.dialect, lease)
    return write(tx)
  })
}
