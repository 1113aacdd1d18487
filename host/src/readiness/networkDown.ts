import type { ReadinessCheck } from './readinessCheck.ts'

/** A served network that no watcher has seen for a while, so payments on it are not detected. */
export const networkDown: ReadinessCheck = {
  name: 'network_down',
  level: 'warning',
  run: ({ networks }) =>
    networks
      .filter(({ status }) => status === 'down')
      .map(({ network }) => ({
        network,
        message: `No watcher has seen ${network} for a while: payments on it wait. Check the nodes of the network, and whether a host with the role watcher runs.`,
      })),
}
