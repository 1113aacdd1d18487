import { describe, expect, it } from 'vitest'
import { findWalletApps } from './walletApps.ts'

const ALL = { only: [], except: [] }
const EVM = { id: 'base', family: 'evm' } as const
const TRON = { id: 'tron', family: 'tron' } as const
const PAGE = 'https://pay.example/p?token=01KB4Z&x=a b&y=ü#f'

/** Returns the page that a wallet's app opens from its link, decoded as that wallet's documentation describes. */
function readPage(name: string, href: string): string | null {
  const url = new URL(href)
  switch (name) {
    case 'MetaMask':
      return `https://${href.slice('https://link.metamask.io/dapp/'.length)}`
    case 'Trust Wallet':
      return url.searchParams.get('url')
    case 'Coinbase Wallet':
      return url.searchParams.get('cb_url')
    case 'Phantom':
      return decodeURIComponent(url.pathname.slice('/ul/browse/'.length))
    case 'Bitget Wallet':
    case 'imToken':
      return url.searchParams.get('url')
    case 'Binance Wallet': {
      const app = new URL(atob(url.searchParams.get('_dp') ?? ''))
      const query = atob(app.searchParams.get('startPageQuery') ?? '')
      return new URLSearchParams(query).get('url')
    }
    case 'TokenPocket':
      return JSON.parse(url.searchParams.get('params') ?? '{}').url
    case 'OKX Wallet':
      return new URL(url.searchParams.get('deeplink') ?? '').searchParams.get('dappUrl')
    default:
      return JSON.parse(url.searchParams.get('param') ?? '{}').url
  }
}

describe('The wallet apps on a phone', () => {
  it.each([
    [
      EVM,
      [
        'MetaMask',
        'Trust Wallet',
        'Coinbase Wallet',
        'Binance Wallet',
        'OKX Wallet',
        'Phantom',
        'Bitget Wallet',
        'TokenPocket',
        'imToken',
      ],
      '60',
    ],
    [
      TRON,
      ['TronLink', 'Trust Wallet', 'OKX Wallet', 'Bitget Wallet', 'TokenPocket', 'imToken'],
      '195',
    ],
  ] as const)('the apps of a phone open exactly this payment (%o)', (network, names, coin) => {
    const apps = findWalletApps(PAGE, network, ALL)
    expect(apps.map(({ name }) => name)).toEqual(names)
    for (const { name, href, installUrl } of apps) {
      expect(readPage(name, href)).toBe(PAGE)
      expect(installUrl).toMatch(/^https:\/\//)
    }
    const trust = apps.find(({ name }) => name === 'Trust Wallet')
    expect(new URL(trust?.href ?? '').searchParams.get('coin_id')).toBe(coin)
  })

  it('the wallet apps on a phone have the link addresses that their makers document', () => {
    expect(
      findWalletApps('https://pay.example/?token=1', EVM, {
        only: ['io.metamask', 'com.trustwallet.app', 'com.coinbase.wallet', 'com.okex.wallet'],
        except: [],
      }).map(({ href }) => href),
    ).toEqual([
      'https://link.metamask.io/dapp/pay.example/?token=1',
      'https://link.trustwallet.com/open_url?coin_id=60&url=https%3A%2F%2Fpay.example%2F%3Ftoken%3D1',
      'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fpay.example%2F%3Ftoken%3D1',
      'https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3Dhttps%253A%252F%252Fpay.example%252F%253Ftoken%253D1',
    ])
    expect(findWalletApps('https://pay.example/', TRON, ALL)[0]?.href).toBe(
      'tronlinkoutside://pull.activity?param=%7B%22url%22%3A%22https%3A%2F%2Fpay.example%2F%22%2C%22action%22%3A%22open%22%2C%22protocol%22%3A%22tronlink%22%2C%22version%22%3A%221.0%22%7D',
    )
  })

  it.each([
    [
      { only: [], except: ['io.metamask', 'com.okex.wallet', 'app.phantom', 'im.token.app'] },
      ['Trust Wallet', 'Coinbase Wallet', 'Binance Wallet', 'Bitget Wallet', 'TokenPocket'],
    ],
    [{ only: ['com.coinbase.wallet', 'io.metamask'], except: [] }, ['Coinbase Wallet', 'MetaMask']],
    // The app and the extension announce themselves under different names.
    [{ only: ['io.metamask', 'io.metamask.mobile'], except: [] }, ['MetaMask']],
    [{ only: ['io.metamask', 'io.rabby'], except: ['io.metamask'] }, []],
  ])('the apps of a phone follow the page’s list and order: %j', (allowed, names) => {
    expect(findWalletApps(PAGE, EVM, allowed).map(({ name }) => name)).toEqual(names)
  })
})
