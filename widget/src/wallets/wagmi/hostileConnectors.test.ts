import { type Config, connect, createConfig, injected } from '@wagmi/core'
import { http } from 'viem'
import { base, mainnet } from 'viem/chains'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  ALICE,
  BOB,
  configure,
  connectorOf,
  createProvider,
  first,
  follow,
  stopFollowing,
} from '../../testing/wagmiExamples.ts'
import { connectWallet } from '../connectWallet.ts'
import { discoverWallets, MAX_WALLETS } from '../discoverWallets.ts'
import { followAccount } from '../followAccount.ts'
import { findMoreWallets } from '../moreWallets.ts'
import { faultNote, readWalletFault } from '../walletError.ts'
import { wagmiWallets } from './wagmiWallets.ts'

afterEach(() => {
  stopFollowing()
  vi.unstubAllGlobals()
})

const explain = async (error: unknown) => faultNote(readWalletFault(error))
const never = () => new Promise<never>(() => {})
const account = (address: string, wallet: { id: string; name: string; rdns: string | null }) => ({
  address,
  chainId: 1,
  wallet: { ...wallet, kind: undefined },
})

describe('A list of connectors', () => {
  it('a list of connectors survives announcements without a name, and has no more rows than discovery allows', async () => {
    const { provider } = createProvider(() => null)
    const nameless = { id: 'bad', type: 'injected', name: undefined as never }
    const many = Array.from({ length: MAX_WALLETS }, (_, at) => connectorOf({ id: `c${at}` }, {}))
    const list = follow(configure([connectorOf(nameless, provider), ...many]))
    await expect.poll(() => list()[0]?.info.name).toBe('Wallet')
    expect(list()).toHaveLength(MAX_WALLETS)
  })

  it('a list of connectors omits what cannot pay: TronLink’s substitute, and objects that accept no request', async () => {
    const { provider } = createProvider(() => null)
    const tronLink = { ...provider, isTronLink: true }
    const list = follow(
      configure([
        connectorOf({ id: 'tron', type: 'injected' }, tronLink),
        connectorOf({ id: 'object', type: 'injected' }, {}),
        connectorOf({ id: 'present', type: 'injected' }, provider),
      ]),
    )
    await expect.poll(() => list().map(({ info }) => info.name)).toEqual(['present'])
  })

  it('a list of connectors lists the others when one connector throws immediately', async () => {
    const { provider } = createProvider(() => null)
    const fail = () => {
      throw 'no wallet'
    }
    const list = follow(
      configure([
        connectorOf({ id: 'broken', type: 'injected' }, provider, undefined, { getProvider: fail }),
        connectorOf({ id: 'present', type: 'injected' }, provider),
      ]),
    )
    await expect.poll(() => list().map(({ info }) => info.name)).toEqual(['present'])
  })

  it('a list of connectors has the row of the connection when another connector reaches the same object', async () => {
    const { provider } = createProvider(() => null)
    const config = configure([
      connectorOf({ id: 'injected', name: 'Injected', type: 'injected' }, provider),
      connectorOf({ id: 'io.wallet', name: 'A wallet', type: 'injected' }, provider),
    ])
    const list = follow(config)
    await expect.poll(() => list().map(({ info }) => info.name)).toEqual(['A wallet'])
    const [connector] = config.connectors
    if (connector === undefined) throw new Error('No connector.')
    await connect(config, { connector })
    expect(list().map(({ info, isLive }) => [info.name, isLive])).toEqual([['Injected', true]])
  })

  it('a list of connectors keeps two connectors with one reverse domain name apart', async () => {
    const one = createProvider(() => '0x1')
    const two = createProvider(() => '0x1')
    const config = configure([
      connectorOf({ id: 'one', rdns: 'io.same' }, one.provider),
      connectorOf({ id: 'two', rdns: 'io.same' }, two.provider),
    ])
    const discovery = discoverWallets({
      scope: new EventTarget(),
      lastUsed: () => null,
      only: [],
      except: [],
      own: null,
      more: follow(config),
      onChange: () => {},
    })
    const second = discovery.find(config.connectors[1]?.uid ?? '')
    if (second === undefined) throw new Error('No wallet.')
    await connectWallet(second, explain)
    await second.provider.request({ method: 'eth_sendTransaction' })
    expect([one.calls, two.calls]).toEqual([[], ['eth_chainId', 'eth_sendTransaction']])
    discovery.dispose()
  })
})

describe('A connector that does not respond', () => {
  it('a connector that does not respond receives a second request at a second press, and opens one session', async () => {
    const opened = Promise.withResolvers<void>()
    let prompts = 0
    const { provider } = createProvider(() => '0x1')
    const connector = connectorOf({ id: 'one' }, provider, () => {
      prompts++
      return prompts === 1 ? opened.promise : null
    })
    const config = configure([connector])
    const wallet = first(follow(config)())
    const firstPress = connectWallet(wallet, explain)
    const connected = { type: 'connected', account: { address: ALICE } }
    expect(await connectWallet(wallet, explain)).toMatchObject(connected)
    opened.resolve()
    expect(await firstPress).toMatchObject(connected)
    expect(prompts).toBe(2)
    expect(config.state.connections.size).toBe(1)
  })

  it('a connector that fails is asked again at the next press, whatever it throws', async () => {
    const failures: unknown[] = ['closed', undefined, null, 4001]
    const notes = failures.map(() => ({ type: 'connect_failed', note: { code: 'wallet_error' } }))
    const { provider } = createProvider(() => '0x1')
    const connector = connectorOf({ id: 'one' }, provider, () => {
      if (failures.length > 0) throw failures.shift()
    })
    const wallet = first(follow(configure([connector]))())
    const told: unknown[] = []
    for (const _ of notes) told.push(await connectWallet(wallet, explain))
    expect(told).toEqual(notes)
    expect(await connectWallet(wallet, explain)).toMatchObject({ type: 'connected' })
  })

  it('a connector that does not respond receives the payment once, however long it takes', async () => {
    const { provider, calls } = createProvider(({ method }) =>
      method === 'eth_sendTransaction' ? never() : '0x1',
    )
    const config = configure([connectorOf({ id: 'one' }, provider)])
    const wallet = first(follow(config)())
    await connectWallet(wallet, explain)
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    wallet.provider.request({ method: 'eth_sendTransaction' }).then(settle, settle)
    config.connectors[0]?.onDisconnect()
    await expect.poll(() => wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(isSettled).toBe(false)
    expect(calls.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
  })
})

describe('A connector that reports wrongly', () => {
  it('a connector that reports wrongly is queried for its account directly: a change without an event stops the payment', async () => {
    let accounts: readonly `0x${string}`[] = [ALICE]
    const { provider } = createProvider(() => '0x1')
    const getAccounts = async () => accounts
    const wallet = first(
      follow(configure([connectorOf({ id: 'one' }, provider, undefined, { getAccounts })]))(),
    )
    await connectWallet(wallet, explain)
    accounts = [BOB]
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([BOB])
  })

  it.each<[string, unknown]>([
    ['no list', undefined],
    ['a text', 'accounts'],
    ['a list of other things', [null, 7, '0x12', {}]],
  ])('a report of accounts as %s counts as a response without an account', async (_, accounts) => {
    const { provider } = createProvider(() => '0x1')
    const config = configure([connectorOf({ id: 'one' }, provider)])
    const wallet = first(follow(config)())
    await connectWallet(wallet, explain)
    const told: unknown[] = []
    const heard: unknown[] = []
    const stop = new AbortController()
    followAccount(wallet, account(ALICE, wallet.info), (next) => told.push(next), stop.signal)
    const stopPage = config.subscribe(
      ({ connections }) => connections,
      () => heard.push(1),
    )
    const { uid = '' } = config.connectors[0] ?? {}
    config.setState((state: Config['state']) => {
      const [known] = state.connections.values()
      if (known === undefined) throw new Error('No connection.')
      const connection = { ...known, accounts: accounts as never }
      return { ...state, connections: new Map([[uid, connection]]) }
    })
    expect(told).toEqual([null])
    // The page's own subscription continues.
    expect(heard).toEqual([1])
    stopPage()
    stop.abort()
  })
})

describe('A config of other chains', () => {
  it('a config of other chains lets an injected wallet switch to the payment’s network', async () => {
    let chainId = '0x1'
    const { provider, calls } = createProvider(({ method, params }) => {
      if (method === 'eth_chainId') return chainId
      if (method !== 'wallet_switchEthereumChain') return [ALICE]
      chainId = (params as [{ chainId: string }])[0].chainId
      return null
    })
    const events = { ...provider, on: () => {}, removeListener: () => {} }
    const target = { id: 'io.one', name: 'One', provider: events }
    const config = createConfig({
      chains: [mainnet],
      connectors: [injected({ target: () => target as never })],
      transports: { [mainnet.id]: http('http://127.0.0.1:9') },
      multiInjectedProviderDiscovery: false,
      storage: null,
    })
    vi.stubGlobal('window', globalThis)
    const list = follow(config)
    await expect.poll(() => list().length).toBe(1)
    const wallet = first(list())
    expect(await connectWallet(wallet, explain)).toMatchObject({ account: { chainId: 1 } })
    const params = [{ chainId: `0x${base.id.toString(16)}` }]
    await wallet.provider.request({ method: 'wallet_switchEthereumChain', params })
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x2105')
    expect(calls.filter((method) => method === 'wallet_switchEthereumChain')).toHaveLength(1)
  })

  it('a connector that rejects the switch of the network reports that to the element', async () => {
    const failure = Object.assign(new Error('not configured'), { code: 4902 })
    const { provider } = createProvider(({ method }) => {
      if (method === 'wallet_switchEthereumChain') throw failure
      return '0x1'
    })
    const wallet = first(follow(configure([connectorOf({ id: 'one' }, provider)]))())
    await connectWallet(wallet, explain)
    await expect(wallet.provider.request({ method: 'wallet_switchEthereumChain' })).rejects.toBe(
      failure,
    )
  })
})

describe('An element that is removed', () => {
  /** Counts a config's open subscriptions. */
  function countOpen(config: Config): () => number {
    let open = 0
    const own = config.subscribe
    config.subscribe = ((...args: Parameters<typeof own>) => {
      open++
      const stop = own(...args)
      return () => {
        open--
        stop()
      }
    }) as typeof own
    return () => open
  }

  it('an element that is removed leaves no subscription on the config', async () => {
    const { provider } = createProvider(() => '0x1')
    const config = configure([connectorOf({ id: 'one' }, provider)])
    const count = countOpen(config)
    // A page that no other page embeds.
    vi.stubGlobal('window', globalThis)
    vi.stubGlobal('parent', globalThis)
    const life = new AbortController()
    let known: readonly Parameters<typeof connectWallet>[0][] = []
    const search = { walletConnect: null, host: wagmiWallets(config), wanted: null }
    findMoreWallets({ ...search, signal: life.signal }, (wallets) => {
      known = wallets
    })
    const wallet = first(known)
    await connectWallet(wallet, explain)
    followAccount(wallet, account(ALICE, wallet.info), () => {}, life.signal)
    expect(count()).toBeGreaterThan(2)
    life.abort()
    expect(count()).toBe(0)
  })

  it('an element that is removed before its code arrives subscribes to nothing', () => {
    const { provider } = createProvider(() => '0x1')
    const config = configure([connectorOf({ id: 'one' }, provider)])
    const wallet = first(follow(config)())
    stopFollowing()
    const count = countOpen(config)
    const signal = AbortSignal.abort()
    const search = { walletConnect: null, host: wagmiWallets(config), wanted: null, signal }
    findMoreWallets(search, () => {})
    followAccount(wallet, account(ALICE, wallet.info), () => {}, signal)
    expect(count()).toBe(0)
  })
})
