import { describe, expect, it } from 'vitest'
import { aConvertedItem, aNativeItem, anItem, aPayment } from '../../testing/examples.ts'
import { connectWallet } from '../connectWallet.ts'
import { followAccount } from '../followAccount.ts'
import { findAppLink } from './openWalletApp.ts'
import type { SignClient, SignClientEvent } from './signClient.ts'
import { findChains, type Pairing, WalletConnect } from './WalletConnect.ts'

const ALICE = '0x1111111111111111111111111111111111111111'
const BOB = '0x2222222222222222222222222222222222222222'
const URI = 'wc:7f6e@2?relay-protocol=irn&symKey=587d'
const ALL = ['eth_sendTransaction', 'wallet_switchEthereumChain']
const explain = async () => ({ code: 'wallet_error' }) as const

function session(
  accounts: readonly string[],
  {
    topic = 't1',
    expiry = Date.now() / 1000 + 3600,
    methods = ALL as readonly string[],
    peer = { metadata: { name: '  A wallet  ' } } as unknown,
  } = {},
) {
  return { topic, expiry, namespaces: { eip155: { accounts, methods } }, peer }
}

/** Creates a network that records its requests, and lets the test set its responses. */
function fakeNetwork(stored: readonly unknown[] = []) {
  const heard = new Map<SignClientEvent, (said: unknown) => void>()
  const asked: unknown[] = []
  const approval = Promise.withResolvers<unknown>()
  const state = { sessions: stored, answer: async (): Promise<unknown> => '0xhash' }
  const client: SignClient = {
    connect: async (params) => {
      asked.push(params)
      return { uri: URI, approval: () => approval.promise }
    },
    request: (params) => {
      asked.push(params)
      return state.answer()
    },
    disconnect: async (params) => {
      asked.push(params)
    },
    on: (event, listener) => heard.set(event, listener),
    session: { getAll: () => state.sessions },
  }
  const connection = new WalletConnect({ projectId: 'p', relayUrl: null }, async () => client)
  return {
    connection,
    approval,
    asked,
    state,
    say: (event: SignClientEvent, said: unknown) => heard.get(event)?.(said),
  }
}

async function paired(accounts: readonly string[], chains = [137]) {
  const network = fakeNetwork()
  const said: Pairing[] = []
  const done = network.connection.pair(
    chains,
    (next) => said.push(next),
    new AbortController().signal,
  )
  const allowed = session(accounts)
  network.state.sessions = [allowed]
  network.approval.resolve(allowed)
  await done
  const { wallet } = network.connection
  if (wallet === null) throw new Error('No wallet was connected.')
  return { ...network, said, wallet, provider: wallet.provider }
}

describe('A connection through WalletConnect', () => {
  it('a connection through WalletConnect requests the payment’s chain, shows the code, and connects the wallet on that chain', async () => {
    const { said, asked, wallet, provider } = await paired([
      `eip155:1:${BOB}`,
      `eip155:137:${ALICE}`,
    ])
    expect(said).toEqual([
      { kind: 'opening' },
      { kind: 'waiting', uri: URI },
      { kind: 'connected' },
    ])
    expect(asked).toEqual([
      {
        optionalNamespaces: {
          eip155: expect.objectContaining({
            chains: ['eip155:137'],
            methods: expect.arrayContaining(['eth_sendTransaction', 'wallet_sendCalls']),
            events: ['accountsChanged', 'chainChanged'],
          }),
        },
      },
    ])
    expect(wallet.info).toEqual({
      id: 'com.walletconnect',
      name: 'A wallet',
      rdns: 'com.walletconnect',
      icon: null,
      isLegacy: false,
      isLastUsed: false,
      kind: 'walletconnect',
    })
    expect(await connectWallet(wallet, explain)).toMatchObject({
      type: 'connected',
      account: { address: ALICE, chainId: 137, wallet: { kind: 'walletconnect' } },
    })
    expect(provider).toBe(wallet.provider)
  })

  it.each([
    ['declined by the payer', { code: 5000, message: 'User rejected.' }, 'rejected'],
    ['declined for its chain', { code: 5001 }, 'rejected'],
    ['declined for its methods', { code: 5002 }, 'rejected'],
    ['out of time', new Error('Proposal expired'), 'expired'],
  ])(
    'a connection through WalletConnect that was %s is reported, and can be retried',
    async (_, error, kind) => {
      const { connection, approval } = fakeNetwork()
      const said: Pairing[] = []
      approval.promise.catch(() => {})
      approval.reject(error)
      await connection.pair([1], (next) => said.push(next), new AbortController().signal)
      expect(said.at(-1)).toEqual({ kind })
      expect(connection.wallet).toBeNull()
    },
  )

  it('a connection through WalletConnect reports that the relay cannot be reached, and reaches it on the next attempt', async () => {
    const { promise } = Promise.withResolvers<SignClient>()
    let opened = 0
    const connection = new WalletConnect({ projectId: 'p', relayUrl: null }, () => {
      opened += 1
      return opened === 1 ? Promise.reject(new Error('no socket')) : promise
    })
    const said: Pairing[] = []
    await connection.pair([1], (next) => said.push(next), new AbortController().signal)
    expect(said).toEqual([{ kind: 'opening' }, { kind: 'unreachable' }])
    void connection.pair([1], (next) => said.push(next), new AbortController().signal)
    expect(opened).toBe(2)
  })

  it('a connection through WalletConnect ends a session that is approved after the payer left', async () => {
    const { connection, approval, asked } = fakeNetwork()
    const leave = new AbortController()
    const said: Pairing[] = []
    const done = connection.pair([1], (next) => said.push(next), leave.signal)
    leave.abort()
    approval.resolve(session([`eip155:1:${ALICE}`]))
    await done
    expect(connection.wallet).toBeNull()
    expect(said).toEqual([{ kind: 'opening' }])
    expect(asked.at(-1)).toEqual({
      topic: 't1',
      reason: { code: 6000, message: 'User disconnected.' },
    })
  })

  it('a connection through WalletConnect is declined when the wallet shares no account that can pay', async () => {
    const network = fakeNetwork()
    const said: Pairing[] = []
    network.approval.resolve(
      session(['eip155:1:not-an-address', 'solana:1:abc', `eip155:0:${ALICE}`]),
    )
    await network.connection.pair([1], (next) => said.push(next), new AbortController().signal)
    expect(said.at(-1)).toEqual({ kind: 'rejected' })
    expect(network.connection.wallet).toBeNull()
  })

  it.each([
    ['nothing', 0],
    ['no metadata', {}],
    ['a name that is none', { metadata: { name: 5, redirect: { native: {} } } }],
    ['null', { metadata: null }],
  ])(
    'a connection through WalletConnect works with a wallet whose metadata is %s',
    async (_, peer) => {
      const network = fakeNetwork()
      const said: Pairing[] = []
      network.approval.resolve(session([`eip155:137:${ALICE}`], { peer }))
      await network.connection.pair([137], (next) => said.push(next), new AbortController().signal)
      expect(said.at(-1)).toEqual({ kind: 'connected' })
      expect(network.connection.wallet?.info.name).toBe('WalletConnect')
    },
  )

  it.each([null, 'x', {}, { ...session([]), namespaces: null }, { ...session([]), topic: 1 }])(
    'a connection through WalletConnect rejects an invalid session: %j',
    async (answer) => {
      const network = fakeNetwork([answer])
      await network.connection.restore()
      const said: Pairing[] = []
      network.approval.resolve(answer)
      await network.connection.pair([1], (next) => said.push(next), new AbortController().signal)
      expect(said.at(-1)).toEqual({ kind: 'rejected' })
      expect(network.connection.wallet).toBeNull()
    },
  )

  it.each([
    ['a dollar coin: those of all networks of its kind', anItem(), [31_337, 31_338]],
    ['a coin: only its own', aNativeItem(), [31_337]],
    ['a conversion: those of all networks of its kind', aConvertedItem(), [31_337, 31_338]],
  ])(
    'a connection through WalletConnect requests the chains that can pay %s',
    async (_, item, chains) => {
      expect(await findChains(aPayment({ items: [item] }))).toEqual(chains)
    },
  )

  it('a connection through WalletConnect resumes the session of an earlier visit: the latest valid one', async () => {
    const now = Date.now() / 1000
    const { connection } = fakeNetwork([
      session([`eip155:1:${BOB}`], { topic: 'over', expiry: now - 1 }),
      session([`eip155:1:${BOB}`], { topic: 'older', expiry: now + 60 }),
      session([`eip155:137:${ALICE}`], { topic: 'latest', expiry: now + 600 }),
      session([], { topic: 'empty', expiry: now + 900 }),
    ])
    await connection.restore()
    expect(await connection.wallet?.provider.request({ method: 'eth_accounts' })).toEqual([ALICE])
    const over = fakeNetwork([session([`eip155:1:${BOB}`], { expiry: now - 1 })])
    await over.connection.restore()
    expect(over.connection.wallet).toBeNull()
  })
})

describe('A wallet behind WalletConnect', () => {
  it('a wallet behind WalletConnect receives requests on the session’s chain, and its errors pass through unchanged', async () => {
    const { provider, asked, state } = await paired([`eip155:137:${ALICE}`])
    const call = { method: 'eth_sendTransaction', params: [{ from: ALICE, to: BOB }] }
    expect(await provider.request(call)).toBe('0xhash')
    expect(asked.at(-1)).toEqual({ topic: 't1', chainId: 'eip155:137', request: call })
    state.answer = () => Promise.reject({ code: 5000, message: 'User rejected.' })
    await expect(provider.request(call)).rejects.toMatchObject({ code: 5000 })
  })

  it('a wallet behind WalletConnect leaves reads to the payment’s node, and rejects methods outside the session', async () => {
    const { connection, provider, asked, state, say } = await paired([`eip155:137:${ALICE}`])
    // A session may allow methods that this page never requests.
    state.sessions = [
      session([`eip155:137:${ALICE}`], { methods: [...ALL, 'eth_call', 'eth_sign'] }),
    ]
    say('session_update', { topic: 't1' })
    expect(connection.wallet?.provider).toBe(provider)
    const before = asked.length
    for (const method of [
      'eth_call',
      'eth_getTransactionReceipt',
      'wallet_sendCalls',
      'eth_sign',
    ]) {
      await expect(provider.request({ method, params: [] })).rejects.toMatchObject({ code: 4200 })
    }
    expect(asked).toHaveLength(before)
  })

  it('a wallet behind WalletConnect switches to its other chains automatically, and receives a request for a chain that it lacks', async () => {
    const { provider, asked } = await paired([`eip155:137:${ALICE}`, `eip155:10:${BOB}`])
    const heard: unknown[] = []
    provider.on?.('chainChanged', (value) => heard.push(value))
    const before = asked.length
    const go = (chainId: string) =>
      provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    expect(await go('0xa')).toBeNull()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0xa')
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([BOB])
    expect(heard).toEqual(['0xa'])
    expect(asked).toHaveLength(before)
    await go('0x1')
    expect(asked.at(-1)).toMatchObject({ request: { method: 'wallet_switchEthereumChain' } })
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0xa')
  })

  it('a wallet behind WalletConnect that cannot change its network receives no request to change', async () => {
    const network = fakeNetwork()
    const allowed = session([`eip155:137:${ALICE}`], { methods: ['eth_sendTransaction'] })
    network.approval.resolve(allowed)
    await network.connection.pair([137], () => {}, new AbortController().signal)
    const before = network.asked.length
    const call = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] }
    const { provider } = network.connection.wallet ?? {}
    await expect(provider?.request(call)).rejects.toMatchObject({ code: 4902 })
    expect(network.asked).toHaveLength(before)
  })

  it('a wallet behind WalletConnect whose session lost its last account receives no request', async () => {
    const { provider, asked, state, say } = await paired([`eip155:137:${ALICE}`])
    state.sessions = [session([])]
    say('session_update', { topic: 't1' })
    const before = asked.length
    const call = { method: 'eth_sendTransaction', params: [{ from: ALICE, to: BOB }] }
    await expect(provider.request(call)).rejects.toMatchObject({ code: 4100 })
    expect(asked).toHaveLength(before)
  })

  it('a wallet behind WalletConnect survives the end of another session', async () => {
    const { connection, say } = await paired([`eip155:137:${ALICE}`])
    for (const said of [{ topic: 'another' }, {}, null, 'x']) {
      say('session_delete', said)
      say('session_expire', said)
    }
    expect(connection.wallet).not.toBeNull()
  })

  it('a wallet behind WalletConnect whose session becomes unreadable is disconnected', async () => {
    const { connection, state, say } = await paired([`eip155:137:${ALICE}`])
    state.sessions = [{ ...session([]), namespaces: { eip155: 'x' } }]
    say('session_update', { topic: 'another' })
    expect(connection.wallet).not.toBeNull()
    say('session_update', { topic: 't1' })
    expect(connection.wallet).toBeNull()
  })

  it('a wallet behind WalletConnect reports changes of account and chain, and the end of the session, to its listeners', async () => {
    const { wallet, state, say } = await paired([`eip155:137:${ALICE}`, `eip155:10:${ALICE}`])
    const fact = await connectWallet(wallet, explain)
    if (fact.type !== 'connected') throw new Error('Not connected.')
    const told: unknown[] = []
    followAccount(
      wallet,
      fact.account,
      (account) => told.push(account && [account.address, account.chainId]),
      new AbortController().signal,
    )
    const event = (name: string, data: unknown) =>
      say('session_event', {
        topic: 't1',
        params: { event: { name, data }, chainId: 'eip155:137' },
      })
    event('chainChanged', 10)
    expect(told).toEqual([[ALICE, 10]])
    event('chainChanged', '0x5')
    say('session_event', {
      topic: 'another',
      params: { event: { name: 'chainChanged', data: 137 } },
    })
    say('session_event', 'nonsense')
    expect(told).toHaveLength(1)

    state.sessions = [session([`eip155:10:${ALICE}`, `eip155:10:${BOB}`])]
    say('session_update', { topic: 't1' })
    event('accountsChanged', [`eip155:10:${BOB}`])
    expect(told.at(-1)).toEqual([BOB, 10])

    state.sessions = []
    say('session_delete', { topic: 't1' })
    expect(told.at(-1)).toBeNull()
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    await expect(wallet.provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 4100,
    })
    await expect(wallet.provider.request({ method: 'eth_sendTransaction' })).rejects.toMatchObject({
      code: 4100,
    })
  })
})

describe('The link to a wallet’s app', () => {
  it.each([
    ['metamask://', 'metamask://wc?sessionTopic=a%26b'],
    ['trust:', 'trust://wc?sessionTopic=a%26b'],
    ['rainbow://x', 'rainbow://x/wc?sessionTopic=a%26b'],
    ['javascript:alert(1)//', null],
    ['JavaScript:alert(1)', null],
    ['data:text/html,x', null],
    ['https://elsewhere.example/', null],
    ['intent://x#Intent;scheme=y;S.browser_fallback_url=https%3A%2F%2Felsewhere.example;end', null],
    [' javascript:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['', null],
  ])('the link to a wallet’s app is valid only with an app’s scheme: %s', (native, link) => {
    expect(findAppLink({ native }, 'a&b')).toBe(link)
  })
})
