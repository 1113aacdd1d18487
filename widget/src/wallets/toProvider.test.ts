import { connect, createConfig, disconnect, mock, switchChain } from '@wagmi/core'
import { createWalletClient, custom, http, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { base, mainnet } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { connectWallet } from './connectWallet.ts'
import { ownWallet } from './discoverWallets.ts'
import { followAccount } from './followAccount.ts'
import type { Provider } from './provider.ts'
import { toProvider } from './toProvider.ts'

const ALICE = '0x1111111111111111111111111111111111111111'
const BOB = '0x2222222222222222222222222222222222222222'
/** Anvil's first account. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

function wallet(answers: Readonly<Record<string, unknown>>) {
  const calls: { method: string; params?: unknown }[] = []
  const provider: Provider = {
    async request(call) {
      calls.push(call)
      const answer = answers[call.method]
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { provider, calls }
}

function given(host: unknown): Provider {
  const provider = toProvider(host)
  if (provider === null) throw new Error('Not taken as a wallet.')
  return provider
}

describe('An EIP-1193 provider', () => {
  it('an EIP-1193 provider is used unchanged, and no other value counts as a provider', () => {
    const { provider } = wallet({})
    expect(toProvider(provider)).toBe(provider)
    for (const other of [null, undefined, 'x', {}, { request: 1 }, { state: {} }]) {
      expect(toProvider(other)).toBeNull()
    }
  })
})

describe('viem’s WalletClient', () => {
  it('viem’s WalletClient pays from its own account, or from the account that the wallet behind it returns', async () => {
    const { provider } = wallet({ eth_requestAccounts: [BOB], eth_chainId: '0x1' })
    const transport = custom(provider)
    const own = given(createWalletClient({ account: ALICE, chain: mainnet, transport }))
    expect(await own.request({ method: 'eth_accounts' })).toEqual([ALICE])
    const asked = given(createWalletClient({ chain: mainnet, transport }))
    expect(
      await connectWallet(ownWallet(asked), async () => ({ code: 'wallet_error' })),
    ).toMatchObject({
      account: { address: BOB, chainId: 1 },
    })
  })

  it('viem’s WalletClient sends one wallet request, regardless of the response: a second one could pay twice', async () => {
    const failed = Object.assign(new Error('internal'), { code: -32603 })
    const { provider, calls } = wallet({ eth_sendTransaction: failed })
    const client = createWalletClient({
      account: ALICE,
      chain: mainnet,
      transport: custom(provider),
    })
    const call = { method: 'eth_sendTransaction', params: [{ from: ALICE, to: BOB }] }
    await expect(given(client).request(call)).rejects.toThrow()
    expect(calls).toHaveLength(1)
  })

  it('viem’s WalletClient signs with an account whose key the page holds, and sends through its node', async () => {
    const { provider, calls } = wallet({
      eth_chainId: '0x1',
      eth_getTransactionCount: '0x0',
      eth_estimateGas: '0x5208',
      eth_getBlockByNumber: { baseFeePerGas: '0x1', number: '0x1' },
      eth_maxPriorityFeePerGas: '0x1',
      eth_sendRawTransaction: `0x${'cd'.repeat(32)}`,
    })
    const account = privateKeyToAccount(KEY)
    const client = createWalletClient({ account, chain: mainnet, transport: custom(provider) })
    const call = { from: account.address, to: BOB, value: '0x5', data: '0x', gas: '0x5208' }
    const sent = given(client).request({ method: 'eth_sendTransaction', params: [call] })
    expect(await sent).toBe(`0x${'cd'.repeat(32)}`)
    expect(calls.map(({ method }) => method)).not.toContain('eth_sendTransaction')
    // A payment that competes with an earlier payment states the nonce to reuse.
    const again = { method: 'eth_sendTransaction', params: [{ ...call, nonce: '0x7' }] }
    await given(client).request(again)
    const [raw] = Object(calls.findLast(({ method }) => method === 'eth_sendRawTransaction')).params
    expect(parseTransaction(raw)).toMatchObject({ nonce: 7, value: 5n })
  })
})

describe('wagmi’s Config', () => {
  function createWagmi() {
    return createConfig({
      chains: [mainnet, base],
      connectors: [mock({ accounts: [ALICE] }), mock({ accounts: [BOB] })],
      transports: {
        [mainnet.id]: http('http://127.0.0.1:9'),
        [base.id]: http('http://127.0.0.1:9'),
      },
      multiInjectedProviderDiscovery: false,
      storage: null,
    })
  }

  it('wagmi’s Config pays through the connection at the time of the request', async () => {
    const config = createWagmi()
    const provider = given(config)
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 4100,
    })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    const [first, second] = config.connectors
    if (first === undefined || second === undefined) throw new Error('No connectors.')
    await connect(config, { connector: first })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ALICE])
    await connect(config, { connector: second })
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([BOB])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
  })

  it('wagmi’s Config reports changes that the page makes, until the listener ends', async () => {
    const config = createWagmi()
    const provider = given(config)
    const [first] = config.connectors
    if (first === undefined) throw new Error('No connector.')
    await connect(config, { connector: first })
    const fact = await connectWallet(ownWallet(provider), async () => ({ code: 'wallet_error' }))
    if (fact.type !== 'connected') throw new Error('Not connected.')
    const told: unknown[] = []
    const stop = new AbortController()
    followAccount(
      { provider },
      fact.account,
      (account) => told.push(account?.chainId ?? null),
      stop.signal,
    )
    await switchChain(config, { chainId: base.id })
    expect(told).toEqual([base.id])
    await disconnect(config)
    expect(told.at(-1)).toBeNull()
    const heard = told.length
    stop.abort()
    await connect(config, { connector: first })
    expect(told).toHaveLength(heard)
  })
})
