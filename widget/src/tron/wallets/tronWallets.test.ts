import { describe, expect, it } from 'vitest'
import { TRON_PAYER, TRON_STRANGER } from '../../testing/tronExamples.ts'
import { connectWallet } from '../../wallets/connectWallet.ts'
import { followAccount } from '../../wallets/followAccount.ts'
import { readChainId } from '../../wallets/provider.ts'
import { faultNote, readWalletFault } from '../../wallets/walletError.ts'
import { discoverTronWallets } from './discoverTronWallets.ts'
import { SIGN_MESSAGE_METHOD, SIGN_METHOD } from './injected.ts'

const MAINNET = 728_126_428
const NILE_GENESIS = `${'00'.repeat(28)}cd8690dc`

type Globals = { tron?: unknown; tronLink?: unknown; tronWeb?: unknown; ethereum?: unknown }

function page(globals: Globals = {}) {
  return Object.assign(new EventTarget(), globals)
}

function discover(scope: EventTarget, options: object = {}) {
  let changes = 0
  const discovery = discoverTronWallets({
    scope,
    lastUsed: () => null,
    only: [],
    except: [],
    own: null,
    onChange: () => {
      changes += 1
    },
    ...options,
  })
  const first = () => {
    const [wallet] = discovery.list()
    if (wallet === undefined) throw new Error('No wallet was found.')
    return wallet
  }
  const names = () => discovery.list().map(({ info }) => info.name)
  return { discovery, names, first, changes: () => changes }
}

function announce(scope: EventTarget, provider: unknown, rdns = 'test.one', name = 'One'): void {
  const detail = Object.freeze({ info: { uuid: rdns, name, rdns, icon: '' }, provider })
  scope.dispatchEvent(new CustomEvent('TIP6963:announceProvider', { detail }))
}

/** Returns a `tronWeb` with an account. */
function tronWebOf(address: string, patch: object = {}) {
  return { defaultAddress: { base58: address }, trx: {}, ...patch }
}

/** Returns a wallet with the interface of TIP-1193. */
function tip1193(answers: Readonly<Record<string, unknown>>, tronWeb: unknown = false) {
  const listeners = new Map<string, (value: unknown) => void>()
  return {
    tronWeb,
    async request({ method }: { method: string }) {
      const answer = answers[method]
      if (answer instanceof Error) throw answer
      return answer
    },
    on: (event: string, listener: (value: unknown) => void) => listeners.set(event, listener),
    removeListener: (event: string) => listeners.delete(event),
    emit: (event: string, value: unknown) => listeners.get(event)?.(value),
    listeners,
  }
}

const refuse = (code: number) => Object.assign(new Error('no'), { code })
const explain = async (error: unknown) => faultNote(readWalletFault(error))

describe('wallets on Tron', () => {
  it('wallets receive a request to announce themselves, and are listed when they do', () => {
    const scope = page()
    scope.addEventListener('TIP6963:requestProvider', () =>
      announce(scope, tip1193({}), 'a', 'Early'),
    )
    const { names, changes, discovery } = discover(scope)
    expect(names()).toEqual(['Early'])
    announce(scope, tip1193({}), 'b', 'Late')
    expect(names()).toEqual(['Early', 'Late'])
    expect(changes()).toBe(1)
    discovery.dispose()
  })

  it('the list excludes wallets that announce themselves for EVM chains', () => {
    const request = async () => null
    const scope = page({ ethereum: { request, isMetaMask: true } })
    const { names, discovery } = discover(scope)
    const detail = {
      info: { uuid: 'm', name: 'MetaMask', rdns: 'io.metamask', icon: '' },
      provider: { request },
    }
    scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    expect(names()).toEqual([])
    discovery.dispose()
  })

  it('a wallet is listed once, even if it exposes several interfaces in the page', () => {
    const tronWeb = tronWebOf(TRON_PAYER)
    const provider = Object.assign(tip1193({}, tronWeb), { isTronLink: true })
    const scope = page({
      tron: provider,
      tronLink: { request: async () => null, tronWeb },
      tronWeb,
    })
    const { names, discovery } = discover(scope)
    announce(scope, provider, 'org.tronlink.www', 'TronLink')
    expect(names()).toEqual(['TronLink'])
    discovery.dispose()
  })

  it.each<[string, Globals, readonly string[]]>([
    ['window.tron', { tron: tip1193({}) }, ['Browser wallet']],
    ['window.tronLink', { tronLink: { request: async () => null } }, ['TronLink']],
    ['window.tronWeb with an account', { tronWeb: tronWebOf(TRON_PAYER) }, ['Browser wallet']],
    ['a page’s own tronweb', { tronWeb: { trx: {} } }, []],
    ['something at window.tron that cannot be asked', { tron: { request: 'no' } }, []],
  ])('wallets on Tron are found at %s', (_, globals, expected) => {
    const { names, discovery } = discover(page(globals))
    expect(names()).toEqual(expected)
    discovery.dispose()
  })

  it('wallets are found when they load after the page', () => {
    const scope = page()
    const { names, changes, discovery } = discover(scope)
    Object.assign(scope, { tronLink: { request: async () => null } })
    scope.dispatchEvent(new Event('tronLink#initialized'))
    expect(changes()).toBe(1)
    expect(names()).toEqual(['TronLink'])
    discovery.dispose()
  })

  it('the list has the page’s own wallet and those that the page allows, and stays the same once the search ends', () => {
    const scope = page()
    const own = tip1193({})
    const { names, changes, discovery } = discover(scope, { own, only: ['b'] })
    announce(scope, tip1193({}), 'a', 'A')
    announce(scope, tip1193({}), 'b', 'B')
    expect(names()).toEqual(['Connected wallet', 'B'])
    discovery.dispose()
    announce(scope, tip1193({}), 'c', 'C')
    expect(changes()).toBe(2)
  })
})

describe('a connection to a wallet on Tron', () => {
  const connected = (address: string, chainId = MAINNET) => ({
    type: 'connected',
    account: { address, chainId },
  })

  it.each<[string, Globals, object]>([
    [
      'TIP-1193',
      { tron: tip1193({ eth_requestAccounts: [TRON_PAYER], eth_chainId: '0x2b6653dc' }) },
      connected(TRON_PAYER),
    ],
    [
      'TIP-1193 on another network',
      { tron: tip1193({ eth_requestAccounts: [TRON_PAYER], eth_chainId: '0xcd8690dc' }) },
      connected(TRON_PAYER, 0xcd8690dc),
    ],
    [
      'TIP-1193 without a network',
      { tron: tip1193({ eth_requestAccounts: [TRON_PAYER], eth_chainId: refuse(4200) }) },
      connected(TRON_PAYER),
    ],
    [
      'TIP-1193 with a response without an account',
      { tron: tip1193({ eth_requestAccounts: [] }, tronWebOf(TRON_PAYER)) },
      connected(TRON_PAYER),
    ],
    [
      'the older interface',
      { tronLink: { request: async () => ({ code: 200 }), tronWeb: tronWebOf(TRON_PAYER) } },
      connected(TRON_PAYER),
    ],
    [
      'the older interface, on another network by its first block',
      {
        tronLink: {
          request: async () => ({ code: 200 }),
          tronWeb: tronWebOf(TRON_PAYER, {
            trx: { getBlockByNumber: async () => ({ blockID: NILE_GENESIS }) },
          }),
        },
      },
      connected(TRON_PAYER, 0xcd8690dc),
    ],
    ['a tronWeb alone', { tronWeb: tronWebOf(TRON_PAYER) }, connected(TRON_PAYER)],
  ])('a connection to a wallet on Tron works through %s', async (_, globals, expected) => {
    const { first, discovery } = discover(page(globals))
    expect(await connectWallet(first(), explain)).toMatchObject(expected)
    discovery.dispose()
  })

  const old = (answer: unknown) => ({ tronLink: { request: async () => answer, tronWeb: false } })
  it.each<[string, Globals, string]>([
    ['4001', { tron: tip1193({ eth_requestAccounts: refuse(4001) }) }, 'rejected'],
    ['-32002', { tron: tip1193({ eth_requestAccounts: refuse(-32002) }) }, 'wallet_busy'],
    ['4100', { tron: tip1193({ eth_requestAccounts: refuse(4100) }) }, 'wallet_locked'],
    ['no account at all', { tron: tip1193({ eth_requestAccounts: [] }) }, 'wallet_locked'],
    [
      'an account of an EVM chain',
      { tron: tip1193({ eth_requestAccounts: ['0x7099'] }) },
      'wallet_locked',
    ],
    ['{code: 4001} of the older interface', old({ code: 4001 }), 'rejected'],
    ['{code: 4000} of the older interface', old({ code: 4000 }), 'wallet_busy'],
    ['an empty text of the older interface', old(''), 'wallet_locked'],
    ['{code: 200} without an account', old({ code: 200 }), 'wallet_locked'],
  ])(
    'a connection to a wallet on Tron fails with the right code when the wallet returns %s',
    async (_, globals, code) => {
      const { first, discovery } = discover(page(globals))
      expect(await connectWallet(first(), explain)).toEqual({
        type: 'connect_failed',
        note: { code },
      })
      discovery.dispose()
    },
  )
})

describe('a connected wallet on Tron', () => {
  it('a connected wallet on Tron signs through its current tronWeb, called as its method', async () => {
    const trx = {
      async sign(this: unknown, transaction: unknown) {
        return this === trx ? { signed: transaction } : 'lost its this'
      },
    }
    const injected = tip1193({}, false)
    const { first, discovery } = discover(page({ tron: injected }))
    const { provider } = first()
    const call = { method: SIGN_METHOD, params: [{ txID: '1' }] }
    await expect(provider.request(call)).rejects.toMatchObject({ code: 4100 })
    injected.tronWeb = tronWebOf(TRON_PAYER, { trx })
    expect(await provider.request(call)).toEqual({ signed: { txID: '1' } })
    discovery.dispose()
  })

  it('a connected wallet on Tron signs a message in version 2', async () => {
    const trx = { signMessageV2: async (message: string) => `signed ${message}` }
    const injected = tip1193({}, tronWebOf(TRON_PAYER, { trx }))
    const { first, discovery } = discover(page({ tron: injected }))
    const call = { method: SIGN_MESSAGE_METHOD, params: ['a·b'] }
    expect(await first().provider.request(call)).toBe('signed a·b')
    discovery.dispose()
  })

  it.each([
    ['a text', 'Confirmation declined by user'],
    ['an Error without a code', new Error('User rejected the request.')],
    ['an object', { error: 'user cancelled' }],
  ])(
    'a connected wallet on Tron is recognised as declining when it throws %s',
    async (_, thrown) => {
      const trx = { sign: () => Promise.reject(thrown) }
      const { first, discovery } = discover(
        page({ tron: tip1193({}, tronWebOf(TRON_PAYER, { trx })) }),
      )
      const error: unknown = await first()
        .provider.request({ method: SIGN_METHOD, params: [{}] })
        .catch((caught: unknown) => caught)
      expect(readWalletFault(error)).toBe('rejected')
      discovery.dispose()
    },
  )

  it('a connected wallet on Tron does not count as declining after any other error', async () => {
    const trx = { sign: () => Promise.reject(new Error('Network timeout')) }
    const { first, discovery } = discover(
      page({ tron: tip1193({}, tronWebOf(TRON_PAYER, { trx })) }),
    )
    const error: unknown = await first()
      .provider.request({ method: SIGN_METHOD, params: [{}] })
      .catch((caught: unknown) => caught)
    expect(readWalletFault(error)).toBe('unknown')
    discovery.dispose()
  })

  it('a connected wallet on Tron reports changes of account and network by TIP-1193’s events, until the listener ends', () => {
    const injected = tip1193({})
    const { first, discovery } = discover(page({ tron: injected }))
    const heard: unknown[] = []
    const stop = new AbortController()
    const wallet = first()
    const { id, name, rdns } = wallet.info
    const account = { address: TRON_PAYER, chainId: MAINNET, wallet: { id, name, rdns } }
    followAccount(wallet, account, (next) => heard.push(next?.address, next?.chainId), stop.signal)
    injected.emit('accountsChanged', [TRON_STRANGER])
    injected.emit('chainChanged', { chainId: '0xcd8690dc' })
    expect(heard).toEqual([TRON_STRANGER, MAINNET, TRON_STRANGER, 0xcd8690dc])
    stop.abort()
    expect(injected.listeners.size).toBe(0)
    discovery.dispose()
  })

  it('a connected wallet on Tron reports changes of account and network by TronLink’s messages in the older interface', () => {
    const scope = page({ tronLink: { request: async () => null } })
    const { first, discovery } = discover(scope)
    const heard: unknown[] = []
    const stop = new AbortController()
    first().provider.on?.('accountsChanged', (accounts) => heard.push(accounts))
    const post = (data: unknown, source: unknown) => {
      const event = new MessageEvent('message', { data })
      Object.defineProperty(event, 'source', { value: source })
      scope.dispatchEvent(event)
    }
    const tell = (action: string, data: unknown, source: unknown = scope) =>
      post({ message: { action, data } }, source)
    tell('accountsChanged', { address: TRON_STRANGER })
    tell('setNode', { address: TRON_PAYER })
    tell('disconnect', null)
    post('of somebody else', scope)
    // The messages come from another frame, or from a frame that was removed.
    tell('accountsChanged', { address: TRON_PAYER }, { postMessage() {} })
    tell('accountsChanged', { address: TRON_PAYER }, null)
    expect(heard).toEqual([[TRON_STRANGER], []])
    stop.abort()
    discovery.dispose()
  })

  it('a connected wallet on Tron switches by TIP-3326, and not at all in the older interface', async () => {
    const call = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2b6653dc' }] }
    const modern = discover(page({ tron: tip1193({ wallet_switchEthereumChain: null }) }))
    expect(await modern.first().provider.request(call)).toBeNull()
    const older = discover(page({ tronLink: { request: async () => null } }))
    await expect(older.first().provider.request(call)).rejects.toMatchObject({ code: 4200 })
    expect(readChainId(await older.first().provider.request({ method: 'eth_chainId' }))).toBe(
      MAINNET,
    )
    modern.discovery.dispose()
    older.discovery.dispose()
  })
})
