import { drawIcon, type MarkName } from './walletIcons.ts'

/** A well-known wallet, which the page can name, link to, and open on a phone. */
export type KnownWallet = {
  readonly name: string
  /** The reverse domain names that the wallet announces, in its app's own browser and as an extension. */
  readonly rdns: readonly string[]
  /** A `data:image/` URI. */
  readonly icon: string
  /** The page on which its maker offers it. */
  readonly installUrl: string
  /** Returns the link that opens a page in the browser of the wallet's app; absent if its maker documents none. */
  readonly open?: ((page: AppPage) => string) | undefined
}

/** The page to open, and the payment's family of networks. */
type AppPage = { readonly url: string; readonly family: Family }

type Family = 'evm' | 'tron'

/** The network of a payment. */
export type PaidNetwork = { readonly id: string; readonly family: Family }

/** The wallets that the page allows, by their reverse domain names. */
export type AllowedWallets = {
  /** The only wallets to list, in this order; empty for all. */
  readonly only: readonly string[]
  readonly except: readonly string[]
}

/** Returns the well-known wallets that can pay on a network and that the page allows, in the page's order. */
export function findKnownWallets(
  network: PaidNetwork,
  { only, except }: AllowedWallets,
): readonly KnownWallet[] {
  const known = ENTRIES.filter(({ families, networks }) => {
    return families.includes(network.family) && (networks?.includes(network.id) ?? true)
  })
    .map(toWallet)
    .filter(({ rdns }) => !rdns.some((name) => except.includes(name)))
  if (only.length === 0) return known
  return [...new Set(only.flatMap((name) => known.filter(({ rdns }) => rdns.includes(name))))]
}

/** Returns the icon of the wallet with a reverse domain name; null if the wallet is not well known. */
export function findKnownIcon(rdns: string): string | null {
  const entry = ENTRIES.find((one) => one.rdns.includes(rdns))
  return entry === undefined ? null : drawIcon(entry.mark)
}

type Entry = Omit<KnownWallet, 'icon'> & {
  readonly mark: MarkName
  readonly families: readonly Family[]
  /** The only networks that the wallet supports; absent for every network of its families. */
  readonly networks?: readonly string[]
}

function toWallet({ name, rdns, mark, installUrl, open }: Entry): KnownWallet {
  return { name, rdns, icon: drawIcon(mark), installUrl, open }
}

const EVM = ['evm'] as const
const BOTH = ['evm', 'tron'] as const
/** SLIP-44. */
const COINS = { evm: 60, tron: 195 } as const

/** The wallets in the order of the list: the most used first, where their makers publish numbers. */
const ENTRIES: readonly Entry[] = [
  {
    name: 'MetaMask',
    rdns: ['io.metamask.mobile', 'io.metamask'],
    mark: 'metamask',
    families: EVM,
    installUrl: 'https://metamask.io/download',
    // https://docs.metamask.io: the address follows unescaped, without its scheme; with escapes, the app opens an
    // empty tab.
    open: ({ url }) => `https://link.metamask.io/dapp/${url.replace(/^https?:\/\//, '')}`,
  },
  {
    name: 'TronLink',
    rdns: ['org.tronlink.www'],
    mark: 'tronLink',
    families: ['tron'],
    installUrl: 'https://www.tronlink.org/',
    open: ({ url }) => {
      const param = { url, action: 'open', protocol: 'tronlink', version: '1.0' }
      // https://docs.tronlink.org/mobile/deeplink
      return `tronlinkoutside://pull.activity?param=${encodeURIComponent(JSON.stringify(param))}`
    },
  },
  {
    name: 'Trust Wallet',
    rdns: ['com.trustwallet.app'],
    mark: 'trust',
    families: BOTH,
    installUrl: 'https://trustwallet.com/download',
    // https://developer.trustwallet.com/developer/develop-for-trust/deeplinking: the coin type of SLIP-44, then the page.
    open: ({ url, family }) =>
      `https://link.trustwallet.com/open_url?coin_id=${COINS[family]}&url=${encodeURIComponent(url)}`,
  },
  {
    name: 'Coinbase Wallet',
    rdns: ['com.coinbase.wallet'],
    mark: 'coinbase',
    families: EVM,
    installUrl: 'https://www.coinbase.com/wallet/downloads',
    open: ({ url }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(url)}`,
  },
  {
    name: 'Binance Wallet',
    rdns: ['com.binance.wallet'],
    mark: 'binance',
    families: EVM,
    installUrl: 'https://www.binance.com/en/binancewallet',
    // The addresses of `getDeepLink` in the package @binance/w3w-utils 1.1.8.
    open: ({ url }) => {
      const query = btoa(`url=${encodeURIComponent(url)}`)
      const path = btoa('/pages/browser/index')
      const app = `bnc://app.binance.com/mp/app?appId=yFK5FCqYprrXDiVFbhyRx7&startPagePath=${path}&startPageQuery=${query}`
      return `https://app.binance.com/en/download?_dp=${encodeURIComponent(btoa(app))}`
    },
  },
  {
    name: 'OKX Wallet',
    rdns: ['com.okex.wallet'],
    mark: 'okx',
    families: BOTH,
    installUrl: 'https://web3.okx.com/download',
    // https://web3.okx.com/build/docs/waas/app-universal-link: the app's own link inside its universal one.
    open: ({ url }) => {
      const app = `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(url)}`
      return `https://web3.okx.com/download?deeplink=${encodeURIComponent(app)}`
    },
  },
  {
    name: 'Phantom',
    rdns: ['app.phantom'],
    mark: 'phantom',
    families: EVM,
    networks: ['mainnet', 'base', 'matic'],
    installUrl: 'https://phantom.com/download',
    // https://docs.phantom.com/phantom-deeplinks/other-methods/browse: the page, then the origin that links to it.
    open: ({ url }) =>
      `https://phantom.app/ul/browse/${encodeURIComponent(url)}?ref=${encodeURIComponent(new URL(url).origin)}`,
  },
  {
    name: 'Bitget Wallet',
    rdns: ['com.bitget.web3'],
    mark: 'bitget',
    families: BOTH,
    installUrl: 'https://web3.bitget.com/en/wallet-download',
    open: ({ url }) => `https://bkcode.vip?action=dapp&url=${encodeURIComponent(url)}`,
  },
  {
    name: 'TokenPocket',
    rdns: ['pro.tokenpocket'],
    mark: 'tokenPocket',
    families: BOTH,
    installUrl: 'https://www.tokenpocket.pro/en/download/app',
    open: ({ url, family }) => {
      const params = { url, chain: family === 'tron' ? 'TRX' : 'ETH', source: new URL(url).host }
      return `tpdapp://open?params=${encodeURIComponent(JSON.stringify(params))}`
    },
  },
  {
    name: 'imToken',
    rdns: ['im.token.app'],
    mark: 'imToken',
    families: BOTH,
    installUrl: 'https://token.im/download',
    open: ({ url }) => `imtokenv2://navigate/DappView?url=${encodeURIComponent(url)}`,
  },
  {
    name: 'Rabby Wallet',
    rdns: ['io.rabby'],
    mark: 'rabby',
    families: EVM,
    installUrl: 'https://rabby.io/',
  },
  {
    name: 'Rainbow',
    rdns: ['me.rainbow'],
    mark: 'rainbow',
    families: EVM,
    networks: ['mainnet', 'base', 'optimism', 'arbitrum-one', 'matic', 'bsc', 'avalanche'],
    installUrl: 'https://rainbow.me/download',
  },
  {
    name: 'Ledger',
    rdns: ['com.ledger'],
    mark: 'ledger',
    families: BOTH,
    installUrl: 'https://www.ledger.com/ledger-wallet',
  },
  {
    name: 'Exodus',
    rdns: ['com.exodus.web3-wallet'],
    mark: 'exodus',
    families: EVM,
    installUrl: 'https://www.exodus.com/download/',
  },
  {
    name: 'Zerion',
    rdns: ['io.zerion.wallet'],
    mark: 'zerion',
    families: EVM,
    installUrl: 'https://zerion.io/download',
  },
  {
    name: 'Crypto.com Onchain',
    rdns: ['com.crypto.wallet'],
    mark: 'cryptoCom',
    families: EVM,
    installUrl: 'https://crypto.com/onchain',
  },
  {
    name: 'Bybit Wallet',
    rdns: ['com.bybit'],
    mark: 'bybit',
    families: EVM,
    installUrl: 'https://www.bybit.com/web3',
  },
  {
    name: 'Brave Wallet',
    rdns: ['com.brave.wallet'],
    mark: 'brave',
    families: EVM,
    installUrl: 'https://brave.com/wallet/',
  },
  {
    name: 'Kraken Wallet',
    rdns: ['com.kraken.wallet'],
    mark: 'kraken',
    families: EVM,
    installUrl: 'https://www.kraken.com/wallet',
  },
  {
    name: 'Safe',
    rdns: ['global.safe'],
    mark: 'safe',
    families: EVM,
    installUrl: 'https://app.safe.global/',
  },
]
