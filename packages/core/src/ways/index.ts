export { resetsApproval } from './approvalSteps.ts'
export type { BridgedTerms } from './bridged.ts'
export {
  type BankPayoutPlan,
  type BatchPlan,
  type BridgedPlan,
  type ConversionPath,
  type ConvertedPlan,
  type DirectPlan,
  joinPlans,
  type PaymentPlan,
  type Pricing,
  type QuotedPlan,
  type RequestPlan,
  type ScheduledPlan,
  type TronPlan,
} from './plan.ts'
export { describeRequest, termsOf } from './requestWays.ts'
export {
  defineWay,
  InvalidTermsError,
  type PayerState,
  type PaymentFacts,
  type PaymentTerms,
  type Settlement,
  type Valuation,
  type Way,
  type WayFacts,
} from './way.ts'
export { ways } from './ways.ts'
