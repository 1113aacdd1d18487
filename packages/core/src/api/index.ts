export { type Order, orderSchema } from '../schemas/order.ts'
export {
  addressSchema,
  amountSchema,
  currencyIdSchema,
  customerInfoSchema,
  decimalSchema,
  feeSchema,
  percentageSchema,
  recipientSchema,
  requestStatusSchema,
  securePaymentFlowSchema,
  securePaymentStatusSchema,
} from '../schemas/schemas.ts'
export { MAX_OPTIONS } from './accepts.ts'
export { type Api, api } from './api.ts'
export { type Approval, MAX_LISTED_PAYOUTS } from './approvals.ts'
export type { AuditAction } from './auditActions.ts'
export { MAX_SIGNATURE_DIGITS } from './authSchemas.ts'
export {
  BRAND_COLOURS,
  type BrandColourName,
  type BrandingSettings,
  LOGO_TYPES,
  MAX_LOGO_BYTES,
  type PaymentBranding,
} from './brandingSchemas.ts'
export type { BatchFeeAnswer } from './calldataSchemas.ts'
export { paymentMetadataSchema, transactionSchema } from './calldataSchemas.ts'
export type { CombineReason } from './combineReason.ts'
export { NOTICES, type Notice } from './contact.ts'
export { conversionRoutes } from './conversionRoutes.ts'
export { currencySchema } from './currencySchemas.ts'
export { type CustomerInfo, customerInfoInputSchema } from './customerInfo.ts'
export {
  type Call,
  type Credential,
  type EndpointDefinition,
  type EndpointGroup,
  endpoint,
  type Input,
  type Method,
  type Output,
  type ResponseDefinition,
  type SuccessStatus,
} from './endpoint.ts'
export type { FeeBundleAnswer, FeePlanAnswer } from './feePlans.ts'
export { MAX_ISSUES, toFieldIssues } from './fieldIssues.ts'
export { type AccessPolicyInput, merchantOptions } from './merchantOptions.ts'
export {
  offrampCallbacks,
  providerIdSchema,
  providerReportSchema,
  reasonCodeSchema,
} from './offrampCallbacks.ts'
export { createOpenApiDocument, type OpenApiDocument } from './openapi.ts'
export { operator } from './operator.ts'
export { normalizeOrigin } from './origin.ts'
export type { BankAccount, PayerProfile } from './payerSchemas.ts'
export { payers } from './payers.ts'
export { type PaymentSearchQuery, paymentSearchQuerySchema, payments } from './payments.ts'
export { MAX_TOTAL_DAYS } from './paymentTotals.ts'
export type { PayoutBatch, SinglePayout, WaitingPayout } from './payoutCalldataSchemas.ts'
export {
  MAX_LINK_PAYOUTS,
  type PayoutLinkCreate,
  type PayoutLinkItem,
  payoutLinkCreateSchema,
} from './payoutLinks.ts'
export {
  MAX_BATCH_PAYOUTS,
  MAX_RECURRING_PAYMENTS,
  type PayoutBatchCreate,
  type PayoutCreate,
  type PayoutSchedule,
  payoutBatchCreateSchema,
  payoutCreateSchema,
} from './payoutSchemas.ts'
export { payouts } from './payouts.ts'
export { type Problem, problemSchema } from './problem.ts'
export { type PaymentQuote, type Quote, quoteSchema } from './quoteSchemas.ts'
export { frequencySchema, type Recurrence, recurrenceSchema } from './recurrence.ts'
export {
  permitSignatureSchema,
  type RecurringPayout,
  type RecurringPayoutDetail,
  type RecurringPayoutRecord,
  type RecurringPayoutStatus,
  recurringPayoutRecordSchema,
  recurringPayoutStatusSchema,
} from './recurringPayoutSchemas.ts'
export type { RefundClaim, RefundClaimPage } from './refundClaims.ts'
export {
  type ItemRefundOf,
  REFUND_STATUSES,
  type Refund,
  type RefundHeldReason,
  type RefundOf,
  type RefundStatus,
  type UnrefundedReason,
} from './refundSchemas.ts'
export {
  REPORTING_CURRENCIES,
  type ReportingCurrency,
} from './reportingCurrency.ts'
export { type RequestCreate, requestEndpoints } from './requestEndpoints.ts'
export { requestPaying } from './requestPaying.ts'
export { MAX_TOLD_PAYMENTS, requestSummarySchema } from './requestSchemas.ts'
export {
  KEY_SCOPES,
  type KeyScope,
  ROLE_SCOPES,
  ROLES,
  type Role,
  roleSchema,
  type Scope,
  scopeOf,
} from './scopes.ts'
export {
  type BatchCalldata,
  type SingleCalldata,
  securePaymentPaySchema,
} from './securePaymentCalldata.ts'
export { LISTED_ITEMS, type SecurePaymentListQuery } from './securePaymentList.ts'
export type { WalletOption, WalletOptions } from './securePaymentOptions.ts'
export {
  type AcceptedOption,
  ATTEMPT_PREFIX_LENGTH,
  type AttemptPhase,
  attemptPhaseSchema,
  type BridgeTransfer,
  type ObservedTransaction,
  type PaymentOptions,
  type SecurePayment,
  type SecurePaymentItem,
  securePaymentSchema,
} from './securePaymentSchemas.ts'
export {
  type SignedPaymentObstacle,
  type SignedPaymentOffer,
  type StoredSignedPayment,
  signedPaymentOfferSchema,
  signedPaymentSchema,
} from './securePaymentSigned.ts'
export { SIGNING_TYPES } from './signingData.ts'
export { WEBHOOK_COMPATIBILITIES, type WebhookCompatibility } from './tenant.ts'
export type { UnmatchedPaymentQuery } from './unmatchedPayments.ts'
export { v1 } from './v1.ts'
export { MAX_REDELIVERIES } from './webhookDeliveries.ts'
