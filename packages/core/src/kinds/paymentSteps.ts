import type { BatchFee } from '../evm/index.ts'
import type { Network } from '../networks/network.ts'
import type { Step } from '../step.ts'
import { batch } from './batch.ts'
import { conversion } from './conversion.ts'
import { direct } from './direct.ts'
import { isConversion, type PayerState, type PaymentTerms } from './kind.ts'

/**
 * The steps that pay some requests of one secure payment: `direct` or `conversion` for one, `batch` for several, of either
 * kind. Host and element both ask here, so they agree on which it is (a batch of which one request is left is paid on its
 * own). `batchFee` is what the batch contract takes on top of a batch; absent: nothing.
 *
 * @throws what the kind's `steps` throws.
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
