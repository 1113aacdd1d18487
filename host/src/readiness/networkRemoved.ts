import { findRemovedNetworks } from './findRemovedNetworks.ts'
import type { ReadinessCheck } from './readinessCheck.ts'

/** Signed payments are open on a network that no host serves, so none follows them to their end. */
export const networkRemoved: ReadinessCheck = {
  name: 'network_removed',
  level: 'warning',
  run: async ({ context }) =>
    (await findRemovedNetworks(context)).map((network) => ({
      network,
      message: `Signed payments on ${network} are open, but no host serves it. Add ${network} to PAY_NETWORKS until they have ended.`,
    })),
}
