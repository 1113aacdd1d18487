/** A wallet's app that can open the payment in its own browser. */
export type WalletApp = {
  readonly name: string
  /** The reverse domain names that the wallet announces, in the app's own browser and as an extension. */
  readonly rdns: readonly string[]
  /** Opens the payment in the app. */
  readonly href: string
  /** The web page that offers the app. */
  readonly installUrl: string
}

/** The wallets that the page allows, by their reverse domain names. */
export type AllowedWallets = {
  /** The only wallets to list, in this order; empty for all. */
  readonly only: readonly string[]
  readonly except: readonly string[]
}

/**
 * Finds the apps for payments on EVM chains, or on Tron, with links to this payment's hosted page. Each link is encoded as its wallet
 * documents it. Returns the apps that the page allows, in the page's order.
 */
export function findWalletApps(
  pageUrl: string,
  isTron: boolean,
  { only, except }: AllowedWallets,
): readonly WalletApp[] {
  const apps = listWalletApps(pageUrl, isTron).filter(
    ({ rdns }) => !rdns.some((name) => except.includes(name)),
  )
  if (only.length === 0) return apps
  return [...new Set(only.flatMap((name) => apps.filter(({ rdns }) => rdns.includes(name))))]
}

function listWalletApps(pageUrl: string, isTron: boolean): readonly WalletApp[] {
  const encoded = encodeURIComponent(pageUrl)
  const okx = {
    name: 'OKX Wallet',
    rdns: ['com.okex.wallet'],
    // https://web3.okx.com/build/docs/waas/app-universal-link: the app's own link inside its universal one.
    href: `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded}`)}`,
    installUrl: 'https://web3.okx.com/download',
  }
  const trust = (coin: number): WalletApp => ({
    name: 'Trust Wallet',
    rdns: ['com.trustwallet.app'],
    // https://developer.trustwallet.com: The coin type of SLIP-44, then the page.
    href: `https://link.trustwallet.com/open_url?coin_id=${coin}&url=${encoded}`,
    installUrl: 'https://trustwallet.com/download',
  })
  if (isTron) {
    const param = { url: pageUrl, action: 'open', protocol: 'tronlink', version: '1.0' }
    const tronLink = {
      name: 'TronLink',
      rdns: ['org.tronlink.www'],
      // https://docs.tronlink.org/mobile/deeplink
      href: `tronlinkoutside://pull.activity?param=${encodeURIComponent(JSON.stringify(param))}`,
      installUrl: 'https://www.tronlink.org/',
    }
    return [tronLink, okx, trust(TRON_COIN)]
  }
  const metaMask = {
    name: 'MetaMask',
    rdns: ['io.metamask.mobile', 'io.metamask'],
    // https://docs.metamask.io: the address follows unescaped, without its scheme; with escapes, the app opens an
    // empty tab.
    href: `https://link.metamask.io/dapp/${pageUrl.replace(/^https?:\/\//, '')}`,
    installUrl: 'https://metamask.io/download',
  }
  const coinbase = {
    name: 'Coinbase Wallet',
    rdns: ['com.coinbase.wallet'],
    href: `https://go.cb-w.com/dapp?cb_url=${encoded}`,
    installUrl: 'https://www.coinbase.com/wallet/downloads',
  }
  return [metaMask, trust(ETHEREUM_COIN), coinbase, okx]
}

/** SLIP-44. */
const ETHEREUM_COIN = 60
const TRON_COIN = 195
