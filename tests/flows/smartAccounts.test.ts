import { type Chains, startChains } from '@secure-payment/devnet'
import { type Address, concat, getAddress, type Hex, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SIGNATURE_CHECK_CODE } from '../../host/src/chains/signatureCheckCode.ts'
import { NO_LIMITS, readCookie } from '../support/signIn.ts'
import { pageHeaders, SHOP_ORIGIN, startTestHost, type TestHost } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'
import { getChallenge, refusalOf, verify } from '../support/walletSignIn.ts'
import {
  BEHAVIOURS,
  deployAccount,
  deployFactory,
  planAccount,
  readCreationCode,
} from './support/smartAccounts.ts'
import { type RpcAnswer, type RpcServer, startRpcProxy } from './support/startRpcServer.ts'

/** A long response means "yes", because the ABI reads only its first word. */
const LONG_YES = 'returns a megabyte that begins with the magic value'
const REFUSED_BEHAVIOURS = BEHAVIOURS.slice(1).filter((behaviour) => behaviour !== LONG_YES)
const CHAIN_ID = 31_337
const UNSERVED_CHAIN_ID = 10

/** 10 million, in hex. */
const MAX_GAS = '0x989680'

let chains: Chains
let node: RpcServer
let test: TestHost
let factory: Address
let otherFactory: Address
/** The response that the node returns in place of the chain's response, if any. */
let intervene: (method: string, params: readonly unknown[]) => RpcAnswer | null = () => null
/** Parameters of every call to an account. */
let checks: (readonly unknown[])[] = []

const owner = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())

beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  node = await startRpcProxy(chains.rpcUrl('devnet'), (method, params) => {
    if (method === 'eth_call') checks.push(params)
    return intervene(method, params)
  })
  factory = await deployFactory(chains)
  otherFactory = await deployFactory(chains)
  test = await startTestHost({
    ...NO_LIMITS,
    PAY_RPC_URL_DEVNET: node.url,
    PAY_SIGN_IN_FACTORIES: factory,
  })
})
afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
  await node?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})
beforeEach(() => {
  intervene = () => null
  checks = []
})

/** Signs in at an address; `sign` creates the message's signature. */
async function signIn(
  address: string,
  sign: (message: string) => Promise<string>,
  { chainId = CHAIN_ID, host = test }: { chainId?: number; host?: TestHost } = {},
) {
  const challenge = await getChallenge(host, { address, chainId })
  return verify(host, challenge, await sign(challenge.message))
}

const by =
  (account: typeof owner) =>
  (message: string): Promise<Hex> =>
    account.signMessage({ message })

async function askChain(url: string, params: unknown): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  const { jsonrpc: _, id: __, ...answer } = await response.json()
  return answer
}

const REFUSED = { status: 401, json: { code: 'sign_in_refused' } }
const countSessions = async () =>
  (await test.host.context.db.kysely.selectFrom('sessions').select('id').execute()).length

it('the host calls accounts with the code that SignatureCheck.sol compiles to', () => {
  expect(SIGNATURE_CHECK_CODE).toBe(readCreationCode('SignatureCheck'))
})

describe('A key without code at its address', () => {
  it('a key without code at its address signs in on a supported chain', async () => {
    expect(await signIn(owner.address, by(owner))).toMatchObject({
      status: 200,
      json: { address: owner.address, walletType: 'evm' },
    })
    expect(await signIn(owner.address, by(stranger))).toMatchObject(REFUSED)
  })
})

describe('A smart account', () => {
  it('a smart account signs in when its code accepts the signature, and gets a separate tenant', async () => {
    const account = await deployAccount(chains, owner.address)
    const { status, json } = await signIn(account, by(owner))
    expect(status).toBe(200)
    expect(json).toMatchObject({ address: getAddress(account), walletType: 'evm' })
    const again = await signIn(account, by(owner))
    expect(again.json.tenantId).toBe(json.tenantId)
    expect((await signIn(owner.address, by(owner))).json.tenantId).not.toBe(json.tenantId)
  })

  it('a smart account accepts only its owner’s signature, and only of this message', async () => {
    const account = await deployAccount(chains, owner.address)
    const before = await countSessions()
    expect(await signIn(account, by(stranger))).toMatchObject(REFUSED)
    expect(await signIn(account, (message) => by(owner)(`${message} `))).toMatchObject(REFUSED)
    expect(await countSessions()).toBe(before)
  })

  it.each(REFUSED_BEHAVIOURS)('a smart account is rejected when its code %s', async (behaviour) => {
    const account = await deployAccount(chains, owner.address, behaviour)
    expect(await signIn(account, by(owner))).toMatchObject(REFUSED)
    // Any node responds to this call with one word, regardless of the account, for a bounded amount of work.
    expect(checks).toHaveLength(1)
    expect(checks[0]?.[0]).toMatchObject({ gas: MAX_GAS })
    expect(await askChain(chains.rpcUrl('devnet'), checks[0])).toEqual({
      result: `0x${'00'.repeat(32)}`,
    })
  })

  it('a smart account may return a result of any length, of which one word is read', async () => {
    const account = await deployAccount(chains, owner.address, LONG_YES)
    expect((await signIn(account, by(owner))).status).toBe(200)
    expect(await askChain(chains.rpcUrl('devnet'), checks[0])).toEqual({
      result: `0x${'00'.repeat(31)}01`,
    })
  })

  it('a smart account whose code reverts gets the same error as an unknown challenge', async () => {
    const account = await deployAccount(chains, owner.address, 'reverts')
    const challenge = await getChallenge(test, { address: account, chainId: CHAIN_ID })
    const signature = await by(owner)(challenge.message)
    const reverted = await verify(test, challenge, signature)
    const unknown = await verify(test, { ...challenge, challengeId: 'nothing' }, signature)
    expect(refusalOf(reverted)).toEqual(refusalOf(unknown))
  })

  it('a smart account is rejected on an unsupported chain, and if it is not deployed', async () => {
    const account = await deployAccount(chains, owner.address)
    const other = await signIn(account, by(owner), { chainId: UNSERVED_CHAIN_ID })
    expect(other).toMatchObject(REFUSED)
    const nowhere = privateKeyToAccount(generatePrivateKey()).address
    expect(await signIn(nowhere, by(owner))).toMatchObject(REFUSED)
  })
})

describe('A key’s account that delegates to code (EIP-7702)', () => {
  it('a key’s account that delegates to code (EIP-7702) is controlled by the code, never by the key', async () => {
    const key = privateKeyToAccount(generatePrivateKey())
    await delegate(key, await deployAccount(chains, owner.address))
    expect(await signIn(key.address, by(key))).toMatchObject(REFUSED)
    const { status, json } = await signIn(key.address, by(owner))
    expect({ status, address: json.address }).toEqual({ status: 200, address: key.address })
  })

  it('a key’s account that delegates to code (EIP-7702) is rejected when the code returns no result', async () => {
    const key = privateKeyToAccount(generatePrivateKey())
    await delegate(key, factory)
    expect(await signIn(key.address, by(key))).toMatchObject(REFUSED)
  })

  it('a key’s account that delegates to code (EIP-7702) signs in with its key again once it no longer delegates', async () => {
    const key = privateKeyToAccount(generatePrivateKey())
    await delegate(key, factory)
    await delegate(key, zeroAddress)
    expect((await signIn(key.address, by(key))).status).toBe(200)
  })

  it('a key’s account signs in with its key for a chain that is not served here, even with code on a served chain', async () => {
    const key = privateKeyToAccount(generatePrivateKey())
    await delegate(key, factory)
    expect((await signIn(key.address, by(key), { chainId: UNSERVED_CHAIN_ID })).status).toBe(200)
  })
})

describe('A smart account’s address on another chain', () => {
  const OTHER = 31_338
  let otherNode: RpcServer
  let host: TestHost

  // A stranger has deployed code at the address on the other chain, and that code accepts any signature.
  beforeAll(async () => {
    otherNode = await startRpcProxy(chains.rpcUrl('devnet'), (method) => {
      if (method === 'eth_chainId') return { result: '0x7a6a' }
      return method === 'eth_call' ? { result: `0x${'00'.repeat(31)}01` } : null
    })
    host = await startTestHost({
      ...NO_LIMITS,
      PAY_NETWORKS: 'devnet,devnet-b',
      PAY_RPC_URL_DEVNET: node.url,
      PAY_RPC_URL_DEVNET_B: otherNode.url,
    })
  })
  afterAll(async () => {
    await host?.[Symbol.asyncDispose]()
    await otherNode?.[Symbol.asyncDispose]()
  })

  it('a smart account’s address on another chain does not sign in as the account if its code has signed in first on its own chain', async () => {
    const account = await deployAccount(chains, owner.address)
    const first = await signIn(account, by(owner), { host })
    expect(first.status).toBe(200)
    expect(await signIn(account, by(stranger), { host, chainId: OTHER })).toMatchObject(REFUSED)
    const again = await signIn(account, by(owner), { host })
    expect(again).toMatchObject({ status: 200, json: { tenantId: first.json.tenantId } })
  })

  it('a smart account’s address on another chain signs in as the account if it is the first to sign in, and exclusively from then on', async () => {
    const account = await deployAccount(chains, owner.address)
    expect((await signIn(account, by(stranger), { host, chainId: OTHER })).status).toBe(200)
    expect(await signIn(account, by(owner), { host })).toMatchObject(REFUSED)
  })

  it('a smart account’s address on another chain belongs to one chain, even if the accounts on both chains first sign in concurrently', async () => {
    const account = await deployAccount(chains, owner.address)
    const answers = await Promise.all([
      signIn(account, by(owner), { host }),
      signIn(account, by(stranger), { host, chainId: OTHER }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('a wallet that was stored without a chain is bound to the first chain on which it signs in', async () => {
    const account = await deployAccount(chains, owner.address)
    await signIn(account, by(owner), { host })
    const { kysely } = host.host.context.db
    await kysely.updateTable('wallets').set({ code_chain_id: null }).execute()
    expect((await signIn(account, by(owner), { host })).status).toBe(200)
    expect(await signIn(account, by(stranger), { host, chainId: OTHER })).toMatchObject(REFUSED)
  })

  it('a smart account’s address on another chain is the same wallet on every chain where its key delegates to code (EIP-7702)', async () => {
    const key = privateKeyToAccount(generatePrivateKey())
    await delegate(key, await deployAccount(chains, owner.address))
    const first = await signIn(key.address, by(owner), { host })
    const other = await signIn(key.address, by(owner), { host, chainId: OTHER })
    expect(other).toMatchObject({ status: 200, json: { tenantId: first.json.tenantId } })
  })
})

describe('A smart account that is not deployed yet (ERC-6492)', () => {
  const wrapped =
    (account: typeof owner, deployment: { factory: Address; data: Hex }) =>
    async (message: string): Promise<Hex> =>
      serializeErc6492Signature({
        address: deployment.factory,
        data: deployment.data,
        signature: await by(account)(message),
      })

  it('an undeployed smart account signs in when a listed factory deploys it and its code accepts the signature', async () => {
    const { address, data } = await planAccount(chains, factory, owner.address)
    const { status, json } = await signIn(address, wrapped(owner, { factory, data }))
    expect({ status, address: json.address }).toEqual({ status: 200, address })
    // The call deployed the account only in its simulated state.
    expect(await chains.client('devnet').getCode({ address })).toBeUndefined()
  })

  it('an undeployed smart account is rejected when the factory is not listed, without any call to the chain', async () => {
    const { address, data } = await planAccount(chains, otherFactory, owner.address)
    const deployment = { factory: otherFactory, data }
    expect(await signIn(address, wrapped(owner, deployment))).toMatchObject(REFUSED)
    expect(checks).toEqual([])
  })

  it('a smart account that is not deployed yet (ERC-6492) is rejected by a host that lists no factory', async () => {
    await using unlisted = await startTestHost({ ...NO_LIMITS, PAY_RPC_URL_DEVNET: node.url })
    const { address, data } = await planAccount(chains, factory, owner.address)
    const answer = await signIn(address, wrapped(owner, { factory, data }), { host: unlisted })
    expect(answer).toMatchObject(REFUSED)
  })

  it('an undeployed smart account is rejected when it would be deployed but its code rejects the signature', async () => {
    const { address, data } = await planAccount(chains, factory, owner.address)
    expect(await signIn(address, wrapped(stranger, { factory, data }))).toMatchObject(REFUSED)
    const garbage = serializeErc6492Signature({
      address: factory,
      data,
      signature: `0x${'5e'.repeat(65)}`,
    })
    expect(await signIn(address, async () => garbage)).toMatchObject(REFUSED)
    const empty = serializeErc6492Signature({ address: factory, data, signature: '0x' })
    expect(await signIn(address, async () => empty)).toMatchObject(REFUSED)
  })

  it('an undeployed smart account is rejected when the factory deploys another account, or no account', async () => {
    const planned = await planAccount(chains, factory, owner.address)
    const other = await planAccount(chains, factory, owner.address)
    const wrong = { factory, data: other.data }
    expect(await signIn(planned.address, wrapped(owner, wrong))).toMatchObject(REFUSED)
    const nothing: { factory: Address; data: Hex } = { factory, data: '0x' }
    expect(await signIn(planned.address, wrapped(owner, nothing))).toMatchObject(REFUSED)
  })

  it('an undeployed smart account is rejected as a key: a wrapped signature is never a key’s signature', async () => {
    const { data } = await planAccount(chains, factory, owner.address)
    expect(await signIn(owner.address, wrapped(owner, { factory, data }))).toMatchObject(REFUSED)
  })

  it('a smart account that is not deployed yet (ERC-6492) is rejected when invalid data precedes the signature’s suffix', async () => {
    const { address } = await planAccount(chains, factory, owner.address)
    const mark: Hex = `0x${'6492'.repeat(16)}`
    for (const junk of [`0x${'00'.repeat(65)}`, `0x${'ff'.repeat(200)}`] as const) {
      expect(await signIn(address, async () => concat([junk, mark]))).toMatchObject(REFUSED)
    }
  })

  it('a smart account that is not deployed yet (ERC-6492) needs no wrapping once it is deployed', async () => {
    const { address, data } = await planAccount(chains, factory, owner.address)
    await chains.wallet('devnet', 8).sendTransactionSync({ to: factory, data })
    expect((await signIn(address, by(owner))).status).toBe(200)
    expect((await signIn(address, wrapped(owner, { factory, data }))).status).toBe(200)
    expect(await signIn(address, by(stranger))).toMatchObject(REFUSED)
  })
})

describe('An unreachable chain', () => {
  const DOWN: [string, RpcAnswer][] = [
    ['resets connections', 'reset'],
    ['returns 502', { http: { status: 502, body: '<html>' } }],
    ['returns an error to every call', { error: { code: -32_000, message: 'header not found' } }],
    ['returns nonsense', { result: '0x02' }],
    ['returns a megabyte', { result: `0x${'11'.repeat(1_000_000)}` }],
    ['returns nothing', { result: null }],
  ]

  it.each(DOWN)(
    'an unreachable chain rejects no account when its node %s: 503, and the challenge stays valid',
    async (_, fault) => {
      const account = await deployAccount(chains, owner.address)
      const challenge = await getChallenge(test, { address: account, chainId: CHAIN_ID })
      const signature = await by(owner)(challenge.message)
      const before = await countSessions()

      intervene = () => fault
      const down = await verify(test, challenge, signature)
      expect(down).toMatchObject({ status: 503, json: { code: 'chain_unavailable' } })
      expect(down.headers['retry-after']).toBeDefined()
      expect(await countSessions()).toBe(before)

      intervene = () => null
      // A node that failed is paused for a moment.
      await waitUntil(async () => (await verify(test, challenge, signature)).status === 200)
      expect(await countSessions()).toBe(before + 1)
      expect(await verify(test, challenge, signature)).toMatchObject(REFUSED)
    },
  )

  it('an unreachable chain causes 503 for a key too, because the key’s account might have code', async () => {
    intervene = () => 'reset'
    const challenge = await getChallenge(test, { address: owner.address, chainId: CHAIN_ID })
    const signature = await by(owner)(challenge.message)
    expect(await verify(test, challenge, signature)).toMatchObject({ status: 503 })
    // On an unsupported chain there is no node to call.
    const other = await signIn(owner.address, by(owner), { chainId: UNSERVED_CHAIN_ID })
    expect(other.status).toBe(200)
    intervene = () => null
    await waitUntil(async () => (await verify(test, challenge, signature)).status === 200)
  })

  it('an account’s approval is not trusted when only one of two nodes reports it', async () => {
    const liar = await startRpcProxy(chains.rpcUrl('devnet'), (method) =>
      method === 'eth_call' ? { result: `0x${'00'.repeat(31)}01` } : null,
    )
    await using _ = liar
    const rpcUrls = `${liar.url},${chains.rpcUrl('devnet')}`
    await using host = await startTestHost({ ...NO_LIMITS, PAY_RPC_URL_DEVNET: rpcUrls })
    const account = await deployAccount(chains, owner.address)
    expect(await signIn(account, by(stranger), { host })).toMatchObject({ status: 503 })
    expect((await signIn(account, by(owner), { host })).status).toBe(200)
  })

  it('an account’s approval is trusted when two of three nodes agree against one that reports the account as a key', async () => {
    const liar = await startRpcProxy(chains.rpcUrl('devnet'), (method) =>
      method === 'eth_getCode' ? { result: '0x' } : null,
    )
    await using _ = liar
    const honest = chains.rpcUrl('devnet')
    const rpcUrls = [liar.url, honest, `${honest}/`].join(',')
    await using host = await startTestHost({ ...NO_LIMITS, PAY_RPC_URL_DEVNET: rpcUrls })
    const key = privateKeyToAccount(generatePrivateKey())
    await delegate(key, await deployAccount(chains, owner.address))
    expect(await signIn(key.address, by(key), { host })).toMatchObject(REFUSED)
    expect((await signIn(key.address, by(owner), { host })).status).toBe(200)
  })
})

/** Delegates a key's account to a contract's code, in a transaction that another account pays for. */
async function delegate(key: typeof owner, contractAddress: Address): Promise<void> {
  const client = chains.client('devnet')
  const authorization = await key.signAuthorization({
    contractAddress,
    chainId: CHAIN_ID,
    nonce: await client.getTransactionCount({ address: key.address }),
  })
  const payer = chains.wallet('devnet', 8)
  const { status } = await payer.sendTransactionSync({
    to: payer.account.address,
    authorizationList: [authorization],
  })
  expect(status).toBe('success')
}

describe('A smart account’s payee destination', () => {
  it('the code of a smart account accepts its owner’s EIP-712 signature, and rejects a stranger’s', async () => {
    const account = getAddress(await deployAccount(chains, owner.address))
    const origin = test.host.context.config.authUrl
    const signedIn = await signIn(account, by(owner))
    const session = { origin, cookie: readCookie(signedIn) ?? '' }
    const { json } = await test.call('POST', '/v1/client-ids', {
      anonymous: true,
      headers: session,
      body: { label: 'Shop', allowedDomains: [SHOP_ORIGIN] },
    })
    const headers = pageHeaders(json.clientId)
    const query = new URLSearchParams({
      walletAddress: account,
      action: 'add',
      tokenAddress: chains.token('devnet', 'USDC').address,
      chainId: String(CHAIN_ID),
    })
    const path = '/v2/payee-destination'
    const asked = await test.call('GET', `${path}/signing-data?${query}`, {
      anonymous: true,
      headers,
    })
    const { nonce } = asked.json
    const add = async (signer: typeof owner) => {
      const signature = await signer.signTypedData(asked.json)
      return test.call('POST', path, { anonymous: true, headers, body: { nonce, signature } })
    }
    expect(await add(stranger)).toMatchObject({
      status: 403,
      json: { code: 'wallet_signature_refused' },
    })
    expect(await add(owner)).toMatchObject({ status: 201, json: { walletAddress: account } })
  })
})
