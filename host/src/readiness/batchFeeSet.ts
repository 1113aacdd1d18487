import { MAX_BATCH_FEE_BPS } from '@secure-payment/core/evm'
import type { ReadinessCheck } from './readinessCheck.ts'

/** The batch contract charges a fee, which payers of batches pay on top. */
export const batchFeeSet: ReadinessCheck = {
  name: 'batch_fee_set',
  level: 'warning',
  run: ({ context: { config, contracts } }) =>
    config.networks.flatMap(({ network: { id } }) => {
      const fee = contracts?.found(id)?.batchFee ?? 0
      if (fee === 0) return []
      const effect =
        fee > MAX_BATCH_FEE_BPS
          ? 'batches there are refused with batch_fee_set'
          : 'payers of batches pay it on top, and it goes to the fee address of the batch'
      const message = `The batch contract on ${id} charges a fee of ${fee / 100} %: ${effect}.`
      return [{ network: id, message }]
    }),
}
