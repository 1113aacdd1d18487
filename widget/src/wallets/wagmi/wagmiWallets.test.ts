import { type Config, connect, disconnect, mock, switchChain } from '@wagmi/core'
import { base } from 'viem/chains'
import { afterEach, describe, expect, it } from 'vitest'
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
import { discoverWallets, OWN_ID } from '../discoverWallets.ts'
import { followAccount } from '../followAccount.ts'
import { faultNote, readWalletFault } from '../walletError.ts'
import { wagmiWallets } from './wagmiWallets.ts'

afterEach(stopFollowing)

const explain = async (error: unknown) => faultNote(readWalletFault(error))

describe('The connectors of a wagmi config', () => {
  it('the connectors of a wagmi config are listed with their names, and with icons only from the page itself', () => {
    const wallets = follow(
      configure([
        connectorOf(
          {
            id: 'baseAccount',
            name: 'Base Account',
            rdns: 'app.base.account',
            icon: 'data:image/svg+xml,x',
          },
          {},
        ),
        connectorOf({ id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' }, {}),
        connectorOf(
          { id: 'other', name: ` ${'N'.repeat(100)} `, icon: 'https://icons.example/a.png' },
          {},
        ),
      ]),
    )()
    expect(wallets.map(({ info }) => info)).toMatchObject([
      { name: 'Base Account', rdns: 'app.base.account', icon: 'data:image/svg+xml,x' },
      { name: 'WalletConnect', rdns: 'com.walletconnect', kind: 'walletconnect' },
      { name: 'N'.repeat(64), rdns: 'other', icon: null },
    ])
    expect(new Set(wallets.map(({ info }) => info.id)).size).toBe(3)
  })

  it('the connectors of a wagmi config have one source per config', () => {
    const config = configure([])
    expect(wagmiWallets(config)).toBe(wagmiWallets(config))
    expect(wagmiWallets(configure([]))).not.toBe(wagmiWallets(config))
  })

  it('the connectors of a wagmi config without a wallet in this browser, or for the Safe around the page, are not listed', async () => {
    const { provider } = createProvider(() => null)
    const list = follow(
      configure([
        connectorOf({ id: 'absent', type: 'injected' }, undefined),
        connectorOf({ id: 'safe', type: 'safe' }, provider),
        connectorOf({ id: 'present', type: 'injected' }, provider),
      ]),
    )
    await expect.poll(() => list().map(({ info }) => info.name)).toEqual(['present'])
  })

  it('the connectors of a wagmi config that reach one object in the page are listed once, under the name of its wallet', async () => {
    const { provider } = createProvider(() => null)
    const list = follow(
      configure([
        connectorOf({ id: 'injected', name: 'Injected', type: 'injected' }, provider),
        connectorOf({ id: 'io.wallet', name: 'A wallet', type: 'injected' }, provider),
      ]),
    )
    await expect.poll(() => list().map(({ info }) => info.name)).toEqual(['A wallet'])
  })

  it('the connectors of a wagmi config replace the wallets that the element discovers under the same name or object', async () => {
    const { provider } = createProvider(() => null)
    const list = follow(
      configure([
        connectorOf(
          { id: 'metaMask', name: 'Connector', rdns: ['io.metamask', 'io.metamask.mobile'] },
          {},
        ),
        connectorOf({ id: 'injected', name: 'Injected', type: 'injected' }, provider),
      ]),
    )
    await expect.poll(() => list().length).toBe(2)
    const scope = new EventTarget()
    const discovery = discoverWallets({
      scope,
      lastUsed: () => null,
      only: [],
      except: [],
      own: null,
      more: list,
      onChange: () => {},
    })
    const announce = (rdns: string, known: object): void => {
      const detail = { info: { uuid: rdns, name: rdns, icon: '', rdns }, provider: known }
      scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
    announce('io.metamask.mobile', createProvider(() => null).provider)
    announce('io.other', createProvider(() => null).provider)
    announce('io.injected', provider)
    expect(discovery.list().map(({ info }) => info.name)).toEqual([
      'Connector',
      'Injected',
      'io.other',
    ])
    discovery.dispose()
  })
})

describe('A connector as a wallet', () => {
  it('a connector’s wallet opens a session in wagmi, and forwards each call once', async () => {
    const { provider, calls } = createProvider(({ method }) =>
      method === 'eth_chainId' ? '0x1' : `answer of ${method}`,
    )
    const config = configure([connectorOf({ id: 'one' }, provider)])
    const list = follow(config)
    const wallet = first(list())
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    await expect(wallet.provider.request({ method: 'eth_chainId' })).rejects.toMatchObject({
      code: 4100,
    })
    expect(await connectWallet(wallet, explain)).toMatchObject({
      type: 'connected',
      account: { address: ALICE, chainId: 1 },
    })
    expect(config.state.current).toBe(config.connectors[0]?.uid)
    const sent = wallet.provider.request({ method: 'eth_sendTransaction', params: [{ to: BOB }] })
    expect(await sent).toBe('answer of eth_sendTransaction')
    expect(calls).toEqual(['eth_chainId', 'eth_sendTransaction'])
    // A connector that is already connected opens no second session.
    expect(await wallet.provider.request({ method: 'eth_requestAccounts' })).toEqual([ALICE])
  })

  it.each([
    ['declines', Object.assign(new Error('no'), { code: 4001 }), 'rejected'],
    ['has a request open', Object.assign(new Error('busy'), { code: -32002 }), 'wallet_busy'],
    ['is not installed', new Error('dependency "@base-org/account" not found'), 'wallet_error'],
  ])('a connector’s wallet that %s reports it, and connects later', async (_, failure, code) => {
    let error: Error | null = failure
    const { provider } = createProvider(() => '0x1')
    const connector = connectorOf({ id: 'one' }, provider, () => {
      if (error !== null) throw error
    })
    const wallet = first(follow(configure([connector]))())
    expect(await connectWallet(wallet, explain)).toEqual({ type: 'connect_failed', note: { code } })
    error = null
    expect(await connectWallet(wallet, explain)).toMatchObject({ type: 'connected' })
  })

  it('a connector’s wallet whose provider is gone fails each call with a code that proves that nothing was sent', async () => {
    const config = configure([connectorOf({ id: 'one' }, undefined)])
    const wallet = first(follow(config)())
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    await expect(wallet.provider.request({ method: 'eth_chainId' })).rejects.toMatchObject({
      code: 4900,
    })
  })

  it('a connector’s wallet follows accounts and chains, and the end of the session', async () => {
    const config = configure([mock({ accounts: [ALICE, BOB] })])
    const wallet = first(follow(config)())
    const fact = await connectWallet(wallet, explain)
    if (fact.type !== 'connected') throw new Error('Not connected.')
    const told: unknown[] = []
    const stop = new AbortController()
    followAccount(
      wallet,
      fact.account,
      (next) => told.push(next && [next.address, next.chainId]),
      stop.signal,
    )
    await switchChain(config, { chainId: base.id })
    config.connectors[0]?.onAccountsChanged([BOB])
    await expect
      .poll(() => told)
      .toEqual([
        [ALICE, base.id],
        [BOB, base.id],
      ])
    await disconnect(config)
    expect(told.at(-1)).toBeNull()
    stop.abort()
    const heard = told.length
    await connectWallet(wallet, explain)
    expect(told).toHaveLength(heard)
  })

  it('a connector’s wallet ends its session when the payer leaves it, once', async () => {
    const asked: string[] = []
    const { provider } = createProvider(() => '0x1')
    const config = configure([
      connectorOf({ id: 'one' }, provider, ({ method }) => asked.push(method)),
    ])
    const wallet = first(follow(config)())
    wallet.close?.()
    expect(asked).toEqual([])
    await connectWallet(wallet, explain)
    wallet.close?.()
    await expect.poll(() => config.state.status).toBe('disconnected')
    wallet.close?.()
    expect(asked).toEqual(['connect', 'disconnect'])
  })

  it('a connector that is connected on the page belongs to the page, with the same provider as before', async () => {
    const config = configure([mock({ accounts: [ALICE] }), mock({ accounts: [BOB] })])
    const list = follow(config)
    const before = list().map(({ provider }) => provider)
    const [, second] = config.connectors
    if (second === undefined) throw new Error('No connector.')
    await connect(config, { connector: second })
    expect(list().map(({ isLive }) => isLive)).toEqual([false, true])
    expect(list().map(({ provider }) => provider)).toEqual(before)
    const [other] = config.connectors
    if (other === undefined) throw new Error('No connector.')
    await connect(config, { connector: other })
    expect(list().map(({ isLive }) => isLive)).toEqual([true, false])
    await disconnect(config, { connector: other })
    const discovery = discoverWallets({
      scope: new EventTarget(),
      lastUsed: () => null,
      only: [],
      except: [],
      own: null,
      more: list,
      onChange: () => {},
    })
    expect(discovery.find(OWN_ID)?.info.id).toBe(second.uid)
    await disconnect(config)
    expect(discovery.find(OWN_ID)).toBeUndefined()
    discovery.dispose()
  })
})

describe('The session of an earlier visit', () => {
  it('the session of an earlier visit is resumed by its own connector, and no other connector loads', async () => {
    const storage = new Map<string, string>()
    const { provider } = createProvider(() => '0x1')
    const loaded = new Set<string>()
    const load = (name: string) => ({
      getProvider: async () => {
        loaded.add(name)
        return provider
      },
    })
    const create = (): Config =>
      configure(
        [
          connectorOf({ id: 'resumed' }, provider, undefined, load('resumed')),
          connectorOf({ id: 'other' }, provider, undefined, load('other')),
        ],
        storage,
      )
    const earlier = create()
    const [resumed] = earlier.connectors
    if (resumed === undefined) throw new Error('No connector.')
    await connect(earlier, { connector: resumed })
    loaded.clear()
    const config = create()
    const list = follow(config)
    await expect.poll(() => list().map(({ isLive }) => isLive)).toEqual([true, false])
    expect([...loaded]).toEqual(['resumed'])
    expect(await first(list()).provider.request({ method: 'eth_accounts' })).toEqual([ALICE])
  })

  it('the session of an earlier visit that the wallet has ended leaves the payer to choose', async () => {
    const storage = new Map<string, string>()
    const earlier = configure([connectorOf({ id: 'ended' }, {})], storage)
    const [ended] = earlier.connectors
    if (ended === undefined) throw new Error('No connector.')
    await connect(earlier, { connector: ended })
    const config = configure([connectorOf({ id: 'ended' }, {})], storage)
    const list = follow(config)
    await expect.poll(() => config.state.connections.size).toBe(0)
    expect(list().map(({ isLive }) => isLive)).toEqual([false])
  })

  it('the session of an earlier visit does not add a wallet that it reads after the element stopped following', async () => {
    const { provider } = createProvider(() => null)
    const read = Promise.withResolvers<object>()
    const getProvider = () => read.promise
    const config = configure([
      connectorOf({ id: 'late', type: 'injected' }, provider, undefined, { getProvider }),
    ])
    const told: number[] = []
    const stop = wagmiWallets(config).follow((wallets) => told.push(wallets.length))
    stop()
    const heard = told.length
    const later = follow(config)
    read.resolve(provider)
    await expect.poll(() => later().length).toBe(1)
    expect(told).toHaveLength(heard)
  })

  it('no later connection is reported after the element has stopped following the config', async () => {
    const config = configure([mock({ accounts: [ALICE] })])
    const told: number[] = []
    const stop = wagmiWallets(config).follow((wallets) => told.push(wallets.length))
    stop()
    const heard = told.length
    const [connector] = config.connectors
    if (connector === undefined) throw new Error('No connector.')
    await connect(config, { connector })
    expect(told).toHaveLength(heard)
  })
})
