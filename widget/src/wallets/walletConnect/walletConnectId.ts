/** The id and reverse domain name of any wallet that is connected through WalletConnect. */
export const WALLETCONNECT_ID = 'com.walletconnect'
