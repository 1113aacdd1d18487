import type { ReadinessCheck } from './readinessCheck.ts'

/**
 * A network whose recorded blocks are behind its head by more than its confirmations explain, or whose head is below the recorded blocks.
 */
export const networkBehind: ReadinessCheck = {
  name: 'network_behind',
  level: 'warning',
  run: ({ networks }) =>
    networks
      .filter(({ status }) => status === 'behind')
      .map(({ network, lagBlocks, headBlock, cursorBlock }) => ({
        network,
        message:
          lagBlocks === 0
            ? `The nodes of ${network} serve blocks up to ${headBlock}, but blocks up to ${cursorBlock} are recorded: the nodes are late, or serve another chain. Payments on it wait.`
            : `${network} is recorded ${lagBlocks} blocks behind its head, so payments on it are detected late.`,
      })),
}
