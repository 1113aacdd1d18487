/** The class with its events and types, for pages that register the tag themselves. */
export * from './events.ts'
export type {
  AccountInfo,
  ErrorCode,
  Model,
  MoneyState,
  PaymentMetadata,
  PayOption,
  SentTransaction,
  StateName,
  StepView,
  WalletInfo,
} from './model.ts'
export { SecurePayment } from './secure-payment.ts'
export type { TextOverrides } from './text/text.ts'
export type { Receipt } from './views/succeeded/createReceipt.ts'
export type { Provider } from './wallets/provider.ts'
export type { HostWallet } from './wallets/toProvider.ts'
