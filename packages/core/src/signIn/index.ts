export { formatRefundClaim, type RefundClaimMessage } from './formatRefundClaim.ts'
export { formatSignInMessage } from './formatSignInMessage.ts'
export { parseSignInMessage } from './parseSignInMessage.ts'
export type { SignInMessage, WalletType } from './signInMessage.ts'
