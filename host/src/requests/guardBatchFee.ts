import type { Step } from '@secure-payment/core'
import { isSameAddress } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import { ChainUnavailableError } from '../chains/errors.ts'
import { readBatchFee } from '../chains/readBatchFee.ts'
import type { Context } from '../context.ts'
import { BatchFeeSetError } from './errors.ts'

/**
 * Refuses steps that pay through the batch contract while it takes a fee of its own: what they approve and send does not cover it, so
 * that the payment would revert. With no node to tell, the fee counts as none, as it is deployed.
 *
 * @throws BatchFeeSetError
 */
export async function guardBatchFee(
  context: Pick<Context, 'chains' | 'log'>,
  { network, steps }: { network: Network; steps: readonly Step[] },
): Promise<void> {
  const contract = network.contracts.BatchConversionPayments?.address
  if (contract === undefined) return
  if (!steps.some(({ transaction }) => isSameAddress(transaction.to, contract))) return
  try {
    const fee = await readBatchFee(context.chains.get(network.id))
    if (fee !== null && fee > 0) throw new BatchFeeSetError({ network: network.id, fee })
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error
    context.log.warn({ network: network.id, reason: error.message }, 'Could not read the batch fee')
  }
}
