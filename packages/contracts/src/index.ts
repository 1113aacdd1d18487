export { recurringAbi } from './recurringAbi.ts'
export { recurringProxyArtifact } from './recurringProxyArtifact.ts'
export { signedPaymentAbi } from './signedPaymentAbi.ts'
export {
  type SignedPaymentParts,
  signedPaymentAddress,
  signedPaymentCode,
} from './signedPaymentAddress.ts'
export { signedPaymentArtifact } from './signedPaymentArtifact.ts'
