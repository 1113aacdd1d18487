/** Id and reverse domain name of the wallet that is connected through WalletConnect, whichever it is. */
export const WALLETCONNECT_ID = 'com.walletconnect'
