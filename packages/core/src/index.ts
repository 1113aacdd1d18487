export {
  divide,
  formatAmount,
  MAX_UINT256,
  parseAmount,
  parsePercent,
  percentOf,
  type Rounding,
} from './amount.ts'
export {
  type BrandColours,
  type BrandPair,
  type BrandTheme,
  contrastPairs,
  deriveBrandTheme,
  OWN_COLOURS,
  PAGE_COLOUR,
  type ThemeColours,
} from './branding/brandTheme.ts'
export { contrastRatio, inkOn, MIN_TEXT_CONTRAST } from './branding/contrast.ts'
export {
  AmountError,
  type AmountErrorCode,
  ArithmeticRangeError,
  BaseError,
  type BaseErrorOptions,
  type ErrorKind,
  type FieldIssue,
  InvalidAddressError,
  type InvalidAddressReason,
  InvalidInputError,
  MalformedValueError,
  PercentageError,
  quoteInput,
  UnknownCurrencyError,
  UnknownNetworkError,
} from './errors.ts'
export type { Address, Hex } from './hex.ts'
export {
  createPaymentReference,
  createRefundSalt,
  createRequestId,
  createSalt,
  createUlid,
  isUlid,
  type Keccak,
  type RefundedPlace,
  referenceTopic,
  topicKey,
} from './id.ts'
export { hasMarks, withoutMarks } from './merchantName.ts'
export {
  isOrderTotal,
  type OrderLineAmounts,
  orderLineTotal,
  orderTax,
  orderTotal,
} from './orderTotal.ts'
export {
  type BatchFeeShare,
  batchFeeAddress,
  batchFees,
  type FeeBearer,
  type FeePlan,
  feeOnTop,
  joinPayment,
  type PaymentParts,
  planFee,
  splitPayment,
} from './routing/index.ts'
export {
  formatRefundClaim,
  formatSignInMessage,
  parseSignInMessage,
  type RefundClaimMessage,
  type SignInMessage,
  type WalletType,
} from './signIn/index.ts'
export type { Step, Transaction } from './step.ts'
export { formatTronAddress, tronAddressBody } from './tronAddress.ts'
