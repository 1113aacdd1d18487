/** A wallet's app that can open the payment in its own browser. */
export type WalletApp = {
  readonly name: string
  /** Opens the payment in the app. */
  readonly href: string
  /** Where the app is to be had. */
  readonly installUrl: string
}

/** Apps for payments on EVM chains, or on Tron, with links to this payment's hosted page, each encoded as its wallet documents it. */
export function findWalletApps(pageUrl: string, isTron: boolean): readonly WalletApp[] {
  const encoded = encodeURIComponent(pageUrl)
  const okx = {
    name: 'OKX Wallet',
    // https://web3.okx.com/build/docs/waas/app-universal-link: the app's own link inside its universal one.
    href: `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded}`)}`,
    installUrl: 'https://web3.okx.com/download',
  }
  const trust = (coin: number): WalletApp => ({
    name: 'Trust Wallet',
    // https://developer.trustwallet.com: SLIP-44 coin, then the page.
    href: `https://link.trustwallet.com/open_url?coin_id=${coin}&url=${encoded}`,
    installUrl: 'https://trustwallet.com/download',
  })
  if (isTron) {
    const param = { url: pageUrl, action: 'open', protocol: 'tronlink', version: '1.0' }
    const tronLink = {
      name: 'TronLink',
      // https://docs.tronlink.org/mobile/deeplink
      href: `tronlinkoutside://pull.activity?param=${encodeURIComponent(JSON.stringify(param))}`,
      installUrl: 'https://www.tronlink.org/',
    }
    return [tronLink, okx, trust(TRON_COIN)]
  }
  const metaMask = {
    name: 'MetaMask',
    // https://docs.metamask.io: the address follows as it is, without its scheme; encoded, the app opens an empty tab.
    href: `https://link.metamask.io/dapp/${pageUrl.replace(/^https?:\/\//, '')}`,
    installUrl: 'https://metamask.io/download',
  }
  const coinbase = {
    name: 'Coinbase Wallet',
    href: `https://go.cb-w.com/dapp?cb_url=${encoded}`,
    installUrl: 'https://www.coinbase.com/wallet/downloads',
  }
  return [metaMask, trust(ETHEREUM_COIN), coinbase, okx]
}

/** SLIP-44. */
const ETHEREUM_COIN = 60
const TRON_COIN = 195
