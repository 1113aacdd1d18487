import type { Network } from '../networks/network.ts'
import type { Step } from '../step.ts'
import { batch } from './batch.ts'
import { direct } from './direct.ts'
import type { PayerState, PaymentTerms } from './kind.ts'

/**
 * The steps that pay some requests of one secure payment: `direct` for one, `batch` for several. Host and element both
 * ask here, so they agree on which it is (a batch of which one request is left is paid directly).
 *
 * @throws what the kind's `steps` throws.
 */
export function paymentSteps(
  network: Network,
  terms: readonly PaymentTerms[],
  payer: PayerState,
): Step[] {
  const [first] = terms
  if (first !== undefined && terms.length === 1) return direct.steps(network, first, payer)
  return batch.steps(network, terms, payer)
}
