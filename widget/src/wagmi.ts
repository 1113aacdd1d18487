export type { WalletSource } from './wallets/toProvider.ts'
export { wagmiWallets } from './wallets/wagmi/wagmiWallets.ts'
