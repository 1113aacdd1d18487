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
  family: 'evm' | 'tron',
  { only, except }: AllowedWallets,
): readonly WalletApp[] {
  const apps = APPS[family](pageUrl).filter(
    ({ rdns }) => !rdns.some((name) => except.includes(name)),
  )
  if (only.length === 0) return apps
  return [...new Set(only.flatMap((name) => apps.filter(({ rdns }) => rdns.includes(name))))]
}

/** The apps by the family of networks on which they can pay. */
const APPS = {
  evm: (pageUrl: string) => [
    openMetaMask(pageUrl),
    openTrust(pageUrl, ETHEREUM_COIN),
    openCoinbase(pageUrl),
    openOkx(pageUrl),
  ],
  tron: (pageUrl: string) => [
    openTronLink(pageUrl),
    openOkx(pageUrl),
    openTrust(pageUrl, TRON_COIN),
  ],
}

function openOkx(pageUrl: string): WalletApp {
  const encoded = encodeURIComponent(pageUrl)
  return {
    name: 'OKX Wallet',
    rdns: ['com.okex.wallet'],
    // https://web3.okx.com/build/docs/waas/app-universal-link: the app's own link inside its universal one.
    href: `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded}`)}`,
    installUrl: 'https://web3.okx.com/download',
  }
}

function openTrust(pageUrl: string, coin: number): WalletApp {
  return {
    name: 'Trust Wallet',
    rdns: ['com.trustwallet.app'],
    // https://developer.trustwallet.com: The coin type of SLIP-44, then the page.
    href: `https://link.trustwallet.com/open_url?coin_id=${coin}&url=${encodeURIComponent(pageUrl)}`,
    installUrl: 'https://trustwallet.com/download',
  }
}

function openTronLink(pageUrl: string): WalletApp {
  const param = { url: pageUrl, action: 'open', protocol: 'tronlink', version: '1.0' }
  return {
    name: 'TronLink',
    rdns: ['org.tronlink.www'],
    // https://docs.tronlink.org/mobile/deeplink
    href: `tronlinkoutside://pull.activity?param=${encodeURIComponent(JSON.stringify(param))}`,
    installUrl: 'https://www.tronlink.org/',
  }
}

function openMetaMask(pageUrl: string): WalletApp {
  return {
    name: 'MetaMask',
    rdns: ['io.metamask.mobile', 'io.metamask'],
    // https://docs.metamask.io: the address follows unescaped, without its scheme; with escapes, the app opens an
    // empty tab.
    href: `https://link.metamask.io/dapp/${pageUrl.replace(/^https?:\/\//, '')}`,
    installUrl: 'https://metamask.io/download',
  }
}

function openCoinbase(pageUrl: string): WalletApp {
  return {
    name: 'Coinbase Wallet',
    rdns: ['com.coinbase.wallet'],
    href: `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(pageUrl)}`,
    installUrl: 'https://www.coinbase.com/wallet/downloads',
  }
}

/** SLIP-44. */
const ETHEREUM_COIN = 60
const TRON_COIN = 195
