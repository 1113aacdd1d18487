export { SIGNED_PAYMENT_SELECTORS, SIGNED_PAYMENT_TOPICS } from './abi.ts'
export { decodeSignedPayment } from './decodeSignedPayment.ts'
export {
  encodeCancelPayment,
  encodeIsPaymentUsed,
  encodeSignedPayment,
  MAX_SIGNATURE_BYTES,
  type SignedCall,
} from './encodeSignedPayment.ts'
export { hashDomain, hashSignedPayment, permitDeadlineOf } from './hashSignedPayment.ts'
export { SignedPaymentMismatchError } from './SignedPaymentMismatchError.ts'
export {
  type SignatureKind,
  type SignedPayment,
  type SignedPaymentScope,
  signatureKinds,
} from './signedPayment.ts'
export {
  type SignatureForm,
  type SignedPaymentTypedData,
  signedPaymentTypedData,
} from './signedPaymentTypedData.ts'
export type { TokenDomain, TypedDataDomain } from './typedDataDomain.ts'
export {
  type ExpectedSignedPayment,
  MAX_SIGNED_PAYMENT_LIFETIME_S,
  type OfferedSignedPayment,
  type VerifiedSignedPayment,
  verifySignedPayment,
} from './verifySignedPayment.ts'
