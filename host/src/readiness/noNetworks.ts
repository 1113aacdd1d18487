import type { ReadinessCheck } from './readinessCheck.ts'

/** The host serves no network, so it can accept no payment. */
export const noNetworks: ReadinessCheck = {
  name: 'no_networks',
  level: 'failure',
  run: ({ networks }) =>
    networks.length === 0
      ? [
          {
            message:
              'This host serves no network. Name at least one in PAY_NETWORKS, such as PAY_NETWORKS=base.',
          },
        ]
      : [],
}
