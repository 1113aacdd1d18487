import type { ReadinessCheck } from './readinessCheck.ts'

/** No watcher reaches any of the served networks, so payments made now are not detected. */
export const allNetworksDown: ReadinessCheck = {
  name: 'all_networks_down',
  level: 'failure',
  run: ({ networks }) =>
    networks.length > 0 && networks.every(({ status }) => status === 'down')
      ? [
          {
            message:
              'No served network is being watched. Check the nodes, and whether a host with the role watcher runs.',
          },
        ]
      : [],
}
