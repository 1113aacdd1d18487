import type { NetworkConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { createLeaseKeeper } from '../leases/leaseKeeper.ts'
import { type Holder, StaleLeaseError } from '../leases/leases.ts'
import { createNotices } from '../relayer/createNotices.ts'
import { type SignedMemory, settleSigned } from './settleSigned.ts'

/** Ends the signed payments of one network on a host without a relayer's key. */
export type SignedCloser = {
  step(): Promise<{ more: boolean }>
  /** Releases the lease. */
  release(): Promise<void>
}

/**
 * Creates a closer. The operator may have removed the relayer's key while payments were open: without a closer, their requests could not
 * be paid in another way after the deadline. The closer sends nothing. Its lease is not the executor's, because another host may have the
 * key.
 */
export function createSignedCloser(
  context: Pick<Context, 'db' | 'now' | 'clock' | 'log' | 'chains'>,
  settings: NetworkConfig,
  holder: Holder,
): SignedCloser {
  const network = settings.network.id
  const keeper = createLeaseKeeper(context, `close-signed:${network}`, holder)
  const notices = createNotices(context, network)
  const memory: SignedMemory = { checkedAt: new Map(), pastAt: new Map(), examined: new Set() }
  return {
    async step() {
      const lease = await keeper.hold()
      if (lease === null) return { more: false }
      const chain = context.chains.get(network)
      try {
        await settleSigned({ ...context, settings, chain, lease, notices }, memory, null)
      } catch (error) {
        if (error instanceof StaleLeaseError) keeper.drop()
        throw error
      }
      return { more: false }
    },
    release: () => keeper.release(),
  }
}
