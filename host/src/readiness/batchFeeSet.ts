import type { ReadinessCheck } from './readinessCheck.ts'

/** The batch contract takes a fee of its own, which batches do not cover. */
export const batchFeeSet: ReadinessCheck = {
  name: 'batch_fee_set',
  level: 'warning',
  run: ({ context: { config, contracts } }) =>
    config.networks.flatMap(({ network: { id } }) => {
      const fee = contracts?.found(id)?.batchFee ?? 0
      if (fee === 0) return []
      const message = `The contract that makes batches on ${id} takes a fee of ${fee / 100} % for itself: batches there are refused with batch_fee_set.`
      return [{ network: id, message }]
    }),
}
