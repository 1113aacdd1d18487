import type { ReadinessCheck } from './readinessCheck.ts'

/** A network whose recorded blocks are behind its head by more than its confirmations explain. */
export const networkBehind: ReadinessCheck = {
  name: 'network_behind',
  level: 'warning',
  run: ({ networks }) =>
    networks
      .filter(({ status }) => status === 'behind')
      .map(({ network, lagBlocks }) => ({
        network,
        message: `${network} is recorded ${lagBlocks} blocks behind its head, so payments on it are detected late.`,
      })),
}
