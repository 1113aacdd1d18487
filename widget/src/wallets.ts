/**
 * Functions that find wallets and classify their errors, for this project's other pages that send wallet requests. Not a public API.
 */
export { discoverTronWallets } from './tron/wallets/discoverTronWallets.ts'
export { SIGN_MESSAGE_METHOD } from './tron/wallets/injected.ts'
export { type Discovery, discoverWallets, type FoundWallet } from './wallets/discoverWallets.ts'
export { isProvider, type Provider, readAccounts, readChainId } from './wallets/provider.ts'
export { readWalletFault, type WalletFault } from './wallets/walletError.ts'
