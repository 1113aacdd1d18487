import { batch } from './batch.ts'
import { conversion } from './conversion.ts'
import { direct } from './direct.ts'

export { resetsApproval } from './approvalSteps.ts'
export { batch } from './batch.ts'
export { conversion } from './conversion.ts'
export { direct } from './direct.ts'
export {
  defineKind,
  InvalidTermsError,
  type Kind,
  type PayerState,
  type PaymentTerms,
  paymentTermsSchema,
  type Settlement,
  type Valuation,
} from './kind.ts'
export { paymentSteps } from './paymentSteps.ts'

/** Every way to pay. */
export const kinds = [direct, conversion, batch] as const
