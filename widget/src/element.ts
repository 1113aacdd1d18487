/** The class with its events and types, for pages that register the tag themselves. */

export type { AccountInfo, WalletInfo } from './accountInfo.ts'
export type { ErrorCode } from './codes.ts'
export * from './events.ts'
export type { Model, MoneyState, SentTransaction, StateName, StepView } from './model.ts'
export type { PaymentMetadata } from './paymentMetadata.ts'
export type { PayOption } from './payOption.ts'
export { SecurePayment } from './secure-payment.ts'
export type { TextOverrides } from './text/text.ts'
export type { Receipt } from './views/succeeded/createReceipt.ts'
export type { Provider } from './wallets/provider.ts'
export type { HostWallet } from './wallets/toProvider.ts'
