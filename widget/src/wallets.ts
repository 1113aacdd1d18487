/**
 * Functions that find wallets and read their errors, for pages of this project that also send wallet requests. Not a
 * public API.
 */
export { discoverTronWallets } from './tron/wallets/discoverTronWallets.ts'
export { SIGN_MESSAGE_METHOD } from './tron/wallets/injected.ts'
export { type Discovery, discoverWallets, type FoundWallet } from './wallets/discoverWallets.ts'
export { isProvider, type Provider, readAccounts, readChainId } from './wallets/provider.ts'
export { readWalletFault, type WalletFault } from './wallets/walletError.ts'
