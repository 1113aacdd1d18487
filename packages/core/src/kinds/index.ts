import { batch } from './batch.ts'
import { direct } from './direct.ts'

export { batch } from './batch.ts'
export { direct } from './direct.ts'
export {
  defineKind,
  InvalidTermsError,
  type Kind,
  type PayerState,
  type PaymentTerms,
  paymentTermsSchema,
  type Settlement,
} from './kind.ts'
export { paymentSteps } from './paymentSteps.ts'

/** Every way to pay. */
export const kinds = [direct, batch] as const
