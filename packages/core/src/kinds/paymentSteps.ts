import type { BatchFee } from '../evm/index.ts'
import type { Network } from '../networks/network.ts'
import type { Step } from '../step.ts'
import { batch } from './batch.ts'
import { conversion } from './conversion.ts'
import { direct } from './direct.ts'
import { isConversion, type PayerState, type PaymentTerms } from './kind.ts'

/**
 * Returns the steps that pay some requests of one secure payment: `direct` or `conversion` for one request, `batch` for several of either
 * kind. Host and element both call this function, so they choose the same kind. A batch with only one request left is paid as a single
 * payment. `batchFee` is the batch contract's own fee; absent means none.
 *
 * @throws the errors of the kind's `steps`.
 */
export function paymentSteps(
  network: Network,
  terms: readonly PaymentTerms[],
  payer: PayerState,
  batchFee?: BatchFee,
): Step[] {
  const [first] = terms
  if (first !== undefined && terms.length === 1) {
    const kind = isConversion(first) ? conversion : direct
    return kind.steps(network, first, payer)
  }
  return batch.steps(network, terms, payer, batchFee)
}
