import { api } from '@secure-payment/core/api'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type StatedChain, stateChain } from '../support/refundWorld.ts'
import { NO_LIMITS, type SignedIn, signInWallet } from '../support/signIn.ts'
import { pageHeaders, SHOP_ORIGIN, startTestHost, type TestHost } from '../support/testHost.ts'

const V1 = '/v1/payee-destination'
const V2 = '/v2/payee-destination'
const DEVNET = '31337'
const USDC = '0x5ecc000000000000000000000000000000000101'
const DAI = '0x5ECc000000000000000000000000000000000103'
const TRON_WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

let test: TestHost
let chain: StatedChain
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  chain = stateChain(test)
})
afterAll(() => test[Symbol.asyncDispose]())
beforeEach(() => {
  chain.verdict = 'no_code'
})

type Member = SignedIn & { account: PrivateKeyAccount }
/** Signing data as a response contains it. */
// biome-ignore lint/suspicious/noExplicitAny: the contract check has proven the shape of what is read here.
type Data = any

const newKey = () => privateKeyToAccount(generatePrivateKey())
const sign = (account: PrivateKeyAccount, data: Data) => account.signTypedData(data)

/** Signs a wallet in as another member of a merchant. */
async function addMember(
  { tenantId }: { tenantId: string },
  { role = 'owner' as const, code }: { role?: 'owner' | 'read-only'; code?: bigint } = {},
): Promise<Member> {
  const account = newKey()
  await test.host.context.db.kysely
    .insertInto('wallets')
    .values({
      address: account.address,
      wallet_type: 'evm',
      tenant_id: tenantId,
      role,
      created_at: test.clock.now().toISOString(),
      code_chain_id: code ?? null,
    })
    .execute()
  return signInWallet(test, account)
}

/** Opens a merchant with one wallet and a public client ID. */
async function openMerchant() {
  const owner = await signInWallet(test)
  const { json } = await bySession(owner, 'POST', '/v1/client-ids', {
    label: 'Shop',
    allowedDomains: [SHOP_ORIGIN],
  })
  return { ...owner, page: pageHeaders(json.clientId) }
}

function bySession(
  { headers }: Pick<Member, 'headers'>,
  method: string,
  path: string,
  body?: object,
) {
  return test.call(method, path, { anonymous: true, headers, ...(body && { body }) })
}

type Page = { page: Record<string, string> }
function byPage({ page }: Page, method: string, path: string, body?: object) {
  return test.call(method, path, { anonymous: true, headers: page, ...(body && { body }) })
}

async function getData(
  merchant: Page,
  walletAddress: string,
  { action = 'add', tokenAddress = USDC, chainId = DEVNET } = {},
): Promise<Data> {
  const query = new URLSearchParams({ walletAddress, action, tokenAddress, chainId })
  const { status, json, text } = await byPage(merchant, 'GET', `${V2}/signing-data?${query}`)
  if (status !== 200) throw new Error(text)
  return json
}

async function add(merchant: Page, account: PrivateKeyAccount, tokenAddress = USDC) {
  const data = await getData(merchant, account.address, { tokenAddress })
  return byPage(merchant, 'POST', V2, { nonce: data.nonce, signature: await sign(account, data) })
}

const idPath = (destinationId: string) => `${V2}/${encodeURIComponent(destinationId)}`
const rows = () =>
  test.host.context.db.kysely.selectFrom('payee_destinations').selectAll().execute()
const audited = async ({ tenantId }: { tenantId: string }) =>
  (
    await test.host.context.db.kysely
      .selectFrom('audit_log')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .execute()
  )
    .filter(({ action }) => action.startsWith('destination.'))
    .map(({ action, actor_kind, actor_id, object_id }) => [action, actor_kind, actor_id, object_id])
    .toSorted()

describe('A payee destination that a wallet signs for', () => {
  it('the data to sign is EIP-712 typed data of the change, and its nonce expires after 10 minutes', async () => {
    const { account, page } = await openMerchant()
    const data = await getData({ page }, account.address.toLowerCase())
    const expiresAt = new Date(test.clock.now().getTime() + 600_000).toISOString()
    expect(data).toEqual({
      nonce: expect.stringMatching(/^v1\.[\w-]+$/),
      expiresAt,
      domain: { name: 'Secure Payment', version: '1', chainId: 31_337 },
      types: { PayeeDestination: expect.any(Array) },
      primaryType: 'PayeeDestination',
      message: {
        action: 'add',
        walletAddress: account.address,
        tokenAddress: USDC,
        chainId: 31_337,
        service: test.host.context.config.authUrl,
        expiresAt,
        nonce: data.nonce,
      },
    })
    expect(Object.keys(data.message)).toHaveLength(data.types.PayeeDestination.length)
    const again = await getData({ page }, account.address)
    expect(again.nonce).not.toBe(data.nonce)
  })

  it('the signature of a member’s wallet creates, returns and deactivates its destination, with entries in the audit log', async () => {
    const merchant = await openMerchant()
    const { account } = merchant
    const created = await add(merchant, account)
    expect(created.status).toBe(201)
    const { destinationId } = created.json
    expect(created.json).toMatchObject({
      walletAddress: account.address,
      active: true,
      chainId: 31_337,
    })
    expect((await bySession(merchant, 'GET', V1)).json.destinationId).toBe(destinationId)
    const read = await byPage(merchant, 'GET', `${V2}?walletAddress=${account.address}`)
    expect(read.json).toEqual(created.json)
    expect((await byPage(merchant, 'GET', idPath(destinationId))).json).toEqual(created.json)

    const data = await getData(merchant, account.address, { action: 'deactivate' })
    const removed = await byPage(merchant, 'DELETE', idPath(destinationId), {
      nonce: data.nonce,
      signature: await sign(account, data),
    })
    expect([removed.status, removed.json]).toEqual([200, { ...created.json, active: false }])
    expect(
      (await byPage(merchant, 'GET', `${V2}?walletAddress=${account.address}`)).json,
    ).toBeNull()
    expect((await byPage(merchant, 'GET', idPath(destinationId))).json.active).toBe(false)
    expect(await audited(merchant)).toEqual([
      ['destination.created', 'wallet', account.address, destinationId],
      ['destination.deactivated', 'wallet', account.address, destinationId],
    ])
  })

  it('a destination that existed before keeps its id and its policy', async () => {
    const merchant = await openMerchant()
    const accessPolicy = { allowedPayerAddresses: [newKey().address] }
    const body = { tokenAddress: USDC, chainId: 31_337, accessPolicy }
    const { json: first } = await bySession(merchant, 'POST', V1, body)
    await bySession(merchant, 'POST', V1, { tokenAddress: DAI, chainId: 31_337 })
    expect((await add(merchant, merchant.account)).status).toBe(201)
    expect((await bySession(merchant, 'GET', V1)).json).toEqual({ ...first, revision: 3 })
  })

  it('a nonce works once, even in simultaneous calls', async () => {
    const merchant = await openMerchant()
    const { account } = merchant
    const data = await getData(merchant, account.address)
    const body = { nonce: data.nonce, signature: await sign(account, data) }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => byPage(merchant, 'POST', V2, body)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    const { json } = await byPage(merchant, 'POST', V2, body)
    expect(json.code).toBe('signing_nonce_used')
    // Another spelling of the nonce decodes to the same bytes, but is not the text that the wallet signed.
    const respelled = await byPage(merchant, 'POST', V2, { ...body, nonce: `${data.nonce}-` })
    expect(respelled.status).toBeGreaterThanOrEqual(400)
    expect(
      (await rows()).filter(({ wallet_address }) => wallet_address === account.address),
    ).toHaveLength(1)
  })

  it('a nonce is rejected once it has expired, for another merchant, for another change, and when it is made up', async () => {
    const merchant = await openMerchant()
    const { account } = merchant
    const { json: created } = await add(merchant, account)
    const other = await openMerchant()
    const data = await getData(merchant, account.address, { tokenAddress: DAI })
    const body = { nonce: data.nonce, signature: await sign(account, data) }
    const deactivation = await getData(merchant, account.address, {
      action: 'deactivate',
      tokenAddress: DAI,
    })
    const inactive = { nonce: deactivation.nonce, signature: await sign(account, deactivation) }
    const answers = [
      await byPage(other, 'POST', V2, body),
      await byPage(merchant, 'POST', V2, { ...body, nonce: 'v1.AAAA' }),
      await byPage(merchant, 'POST', V2, inactive),
      await byPage(merchant, 'DELETE', idPath(created.destinationId), body),
      await byPage(merchant, 'DELETE', idPath(created.destinationId), inactive),
    ]
    test.clock.advance(600_000)
    answers.push(await byPage(merchant, 'POST', V2, body))
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual(
      Array(6).fill([400, 'signing_nonce_invalid']),
    )
    expect((await bySession(merchant, 'GET', V1)).json.destinationId).toBe(created.destinationId)
  })

  it('a signature of another wallet, of altered data and of plain text is rejected', async () => {
    const merchant = await openMerchant()
    const { account } = merchant
    const data = await getData(merchant, account.address)
    const altered = { ...data, message: { ...data.message, tokenAddress: DAI } }
    for (const signature of [
      await sign(newKey(), data),
      await sign(account, altered),
      await account.signMessage({ message: data.nonce }),
    ]) {
      const { status, json } = await byPage(merchant, 'POST', V2, { nonce: data.nonce, signature })
      expect([status, json.code]).toEqual([403, 'wallet_signature_refused'])
    }
    const right = { nonce: data.nonce, signature: await sign(account, data) }
    expect((await byPage(merchant, 'POST', V2, right)).status).toBe(201)
  })

  it('a wallet that is not a member adds no destination, so a visitor to the page cannot make the client ID pay the visitor', async () => {
    const merchant = await openMerchant()
    const stranger = newKey()
    const elsewhere = await openMerchant()
    for (const account of [stranger, elsewhere.account]) {
      const { status, json } = await add(merchant, account)
      expect([status, json.code]).toEqual([403, 'wallet_of_another_merchant'])
    }
    const reader = await addMember(merchant, { role: 'read-only' })
    const { status, json } = await add(merchant, reader.account)
    expect([status, json.code]).toEqual([403, 'scope_missing'])
    const paid = [stranger, elsewhere.account, reader.account].map(({ address }) => address)
    expect(
      (await rows()).filter(({ wallet_address }) => paid.includes(wallet_address as never)),
    ).toEqual([])
  })

  it('the host asks no chain about a wallet that is not a member', async () => {
    const { get } = test.host.context.chains
    const asked: string[] = []
    test.host.context.chains.get = (networkId) => ({
      ...get(networkId),
      checkSignature: async ({ account }) => {
        asked.push(account)
        return 'no_code'
      },
    })
    try {
      const merchant = await openMerchant()
      const stranger = newKey()
      const data = await getData(merchant, stranger.address)
      const body = { nonce: data.nonce, signature: await sign(newKey(), data) }
      const { status, json } = await byPage(merchant, 'POST', V2, body)
      expect([status, json.code]).toEqual([403, 'wallet_of_another_merchant'])
      const next = newKey()
      const query = new URLSearchParams({ walletAddress: next.address, action: 'change_wallet' })
      await bySession(merchant, 'POST', V1, { tokenAddress: USDC, chainId: Number(DEVNET) })
      const change = (await bySession(merchant, 'GET', `${V1}/signing-data?${query}`)).json
      const wrong = await sign(newKey(), change)
      const refused = await bySession(merchant, 'PATCH', `${V1}/wallet-change`, {
        nonce: change.nonce,
        signature: wrong,
        newWalletSignature: wrong,
      })
      expect([refused.status, refused.json.code]).toEqual([403, 'wallet_of_another_merchant'])
      expect(asked).toEqual([])
    } finally {
      test.host.context.chains.get = get
    }
  })

  it('only a contract wallet’s code on the chain where the wallet signs in verifies its signature', async () => {
    const merchant = await openMerchant()
    const here = await addMember(merchant, { code: 31_337n })
    const elsewhere = await addMember(merchant, { code: 8_453n })
    chain.verdict = 'valid'
    const data = await getData(merchant, here.account.address)
    const body = { nonce: data.nonce, signature: `0x${'ab'.repeat(260)}` }
    expect((await byPage(merchant, 'POST', V2, body)).status).toBe(201)
    expect((await add(merchant, elsewhere.account)).json.code).toBe('wallet_signature_refused')
    chain.verdict = 'invalid'
    expect((await add(merchant, here.account)).json.code).toBe('wallet_signature_refused')
  })

  it('the data to sign exists only for EVM wallets and for tokens that the host accepts', async () => {
    const merchant = await openMerchant()
    const ask = async (change: Record<string, string>) => {
      const query = {
        walletAddress: merchant.account.address,
        action: 'add',
        tokenAddress: USDC,
        chainId: DEVNET,
      }
      const search = new URLSearchParams({ ...query, ...change })
      const { status, json } = await byPage(merchant, 'GET', `${V2}/signing-data?${search}`)
      return [status, json.errors?.[0]?.field]
    }
    expect(await ask({ walletAddress: TRON_WALLET })).toEqual([400, 'walletAddress'])
    expect(await ask({ chainId: '1' })).toEqual([400, 'chainId'])
    expect(await ask({ chainId: 'x' })).toEqual([400, 'chainId'])
    expect(await ask({ tokenAddress: merchant.account.address })).toEqual([400, 'tokenAddress'])
    expect(await ask({ action: 'change_wallet' })).toEqual([400, 'action'])
  })

  it('another merchant’s client ID and a page that must not see the payee read nothing', async () => {
    const merchant = await openMerchant()
    const { account } = merchant
    const accessPolicy = { hidePayeeAddress: true }
    const body = { tokenAddress: USDC, chainId: 31_337, accessPolicy }
    const { json } = await bySession(merchant, 'POST', V1, body)
    const backend = await bySession(merchant, 'POST', '/v1/client-ids', {
      label: 'Server',
      allowedDomains: [],
    })
    const server = { page: { 'x-client-id': backend.json.clientId } }
    const other = await openMerchant()
    for (const blind of [merchant, other]) {
      expect((await byPage(blind, 'GET', `${V2}?walletAddress=${account.address}`)).json).toBeNull()
      const { status, json: problem } = await byPage(blind, 'GET', idPath(json.destinationId))
      expect([status, problem.code]).toEqual([404, 'payee_destination_not_found'])
    }
    expect((await byPage(server, 'GET', idPath(json.destinationId))).json.active).toBe(true)
  })
})

describe('A change of a destination’s wallet', () => {
  async function getChange(owner: Member, walletAddress: string): Promise<Data> {
    const path = `${V1}/signing-data?action=change_wallet&walletAddress=${walletAddress}`
    const { status, json, text } = await bySession(owner, 'GET', path)
    if (status !== 200) throw new Error(text)
    return json
  }

  async function change(owner: Member, next: PrivateKeyAccount, data?: Data) {
    const signed = data ?? (await getChange(owner, next.address))
    return bySession(owner, 'PATCH', `${V1}/wallet-change`, {
      nonce: signed.nonce,
      signature: await sign(owner.account, signed),
      newWalletSignature: await sign(next, signed),
    })
  }

  async function openShop() {
    const owner = await openMerchant()
    const accessPolicy = { hidePayeeAddress: true }
    const body = { tokenAddress: USDC, chainId: 31_337, accessPolicy }
    const { json: destination } = await bySession(owner, 'POST', V1, body)
    const bound = await bySession(owner, 'POST', '/v1/client-ids', {
      label: 'Bound',
      allowedDomains: [SHOP_ORIGIN],
      payeeDestinationId: destination.id,
    })
    const next = await addMember(owner)
    const page = pageHeaders(bound.json.clientId)
    const pay = async () => {
      const body = { requests: [{ amount: '5' }] }
      return (await byPage({ page }, 'POST', '/v2/secure-payments', body)).json
    }
    return { owner, destination, next, pay }
  }

  const payeeOf = async ({ token }: { token: string }) =>
    (
      await test.host.context.db.kysely
        .selectFrom('requests')
        .select('payee')
        .where('secure_payment_token', '=', token)
        .executeTakeFirstOrThrow()
    ).payee

  it('a change that both wallets signed moves the record with its id and policy; existing payments keep their payee', async () => {
    const { owner, destination, next, pay } = await openShop()
    const before = await pay()
    const data = await getChange(owner, next.account.address)
    expect(data).toMatchObject({
      primaryType: 'PayeeDestinationWalletChange',
      message: { walletAddress: owner.account.address, newWalletAddress: next.account.address },
    })
    const { status, json } = await change(owner, next.account, data)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id: destination.id,
      walletAddress: next.account.address,
      tokenAddress: USDC,
      accessPolicy: destination.accessPolicy,
      createdAt: destination.createdAt,
      active: true,
    })
    expect(json.destinationId).toMatch(new RegExp(`^${next.account.address}@eip155:31337#`))
    expect((await bySession(owner, 'GET', V1)).json).toBeNull()
    expect((await bySession(next, 'GET', V1)).json).toEqual(json)
    const after = await pay()
    expect(await payeeOf(before)).toBe(owner.account.address)
    expect(await payeeOf(after)).toBe(next.account.address)
    expect((await audited(owner)).at(-1)).toEqual([
      'destination.wallet_changed',
      'wallet',
      owner.account.address,
      json.destinationId,
    ])
    expect((await change(owner, next.account, data)).json.code).toBe('signing_nonce_used')
  })

  it('a change needs both signatures, the session of the current wallet and its own nonce', async () => {
    const { owner, next } = await openShop()
    const data = await getChange(owner, next.account.address)
    const [mine, theirs] = [await sign(owner.account, data), await sign(next.account, data)]
    const send = async (member: Member, signature: string, newWalletSignature: string) => {
      const body = { nonce: data.nonce, signature, newWalletSignature }
      const { status, json } = await bySession(member, 'PATCH', `${V1}/wallet-change`, body)
      return [status, json.code]
    }
    expect(await send(owner, mine, mine)).toEqual([403, 'wallet_signature_refused'])
    expect(await send(owner, theirs, theirs)).toEqual([403, 'wallet_signature_refused'])
    expect(await send(next, mine, theirs)).toEqual([400, 'signing_nonce_invalid'])
    const added = await getData(owner, owner.account.address)
    const { json } = await bySession(owner, 'PATCH', `${V1}/wallet-change`, {
      nonce: added.nonce,
      signature: await sign(owner.account, added),
      newWalletSignature: await sign(next.account, added),
    })
    expect(json.code).toBe('signing_nonce_invalid')
    expect(await send(owner, mine, theirs)).toEqual([200, undefined])
  })

  it('a change is rejected for a wallet that is not a member, and for one that has an active destination', async () => {
    const { owner, next } = await openShop()
    const { status, json } = await change(owner, newKey())
    expect([status, json.code]).toEqual([403, 'wallet_of_another_merchant'])
    await bySession(next, 'POST', V1, { tokenAddress: DAI, chainId: 31_337 })
    const taken = await change(owner, next.account)
    expect([taken.status, taken.json.code]).toEqual([409, 'wallet_has_destination'])
  })

  it('a change is rejected after the destination changed, and the new wallet’s inactive record of the route is replaced', async () => {
    const { owner, next, destination } = await openShop()
    const stale = await getChange(owner, next.account.address)
    await bySession(owner, 'PUT', V1, { tokenAddress: DAI, chainId: 31_337 })
    expect((await change(owner, next.account, stale)).status).toBe(404)
    const { json: older } = await bySession(next, 'POST', V1, {
      tokenAddress: DAI,
      chainId: 31_337,
    })
    await bySession(next, 'PATCH', `${V1}/deactivate`, { destinationId: older.destinationId })
    const { json } = await change(owner, next.account)
    expect(json).toMatchObject({
      id: destination.id,
      destinationId: older.destinationId,
      active: true,
    })
    expect((await rows()).filter(({ id }) => id === older.id)).toEqual([])
  })

  it('simultaneous changes and creations leave one active record for the new wallet', async () => {
    const { owner, next } = await openShop()
    const data = await getChange(owner, next.account.address)
    const answers = await Promise.all([
      change(owner, next.account, data),
      change(owner, next.account, data),
      bySession(next, 'POST', V1, { tokenAddress: DAI, chainId: 31_337 }),
    ])
    for (const { status } of answers) expect([200, 201, 409]).toContain(status)
    const active = (await rows()).filter(
      ({ is_active, wallet_address }) => is_active === 1 && wallet_address === next.account.address,
    )
    expect(active.length).toBe(1)
  })

  it('the data of a change needs an active destination and another EVM wallet', async () => {
    const owner = await openMerchant()
    const ask = async (walletAddress: string) => {
      const path = `${V1}/signing-data?action=change_wallet&walletAddress=${walletAddress}`
      return (await bySession(owner, 'GET', path)).status
    }
    expect(await ask(newKey().address)).toBe(404)
    await bySession(owner, 'POST', V1, { tokenAddress: USDC, chainId: 31_337 })
    expect(await ask(owner.account.address)).toBe(400)
    expect(await ask(TRON_WALLET)).toBe(400)
    expect(await ask(newKey().address)).toBe(200)
  })

  it('the session’s data for add and deactivate works with a client ID, and names only the session’s wallet', async () => {
    const owner = await openMerchant()
    const query = (walletAddress: string) =>
      `${V1}/signing-data?action=add&walletAddress=${walletAddress}&tokenAddress=${USDC}&chainId=${DEVNET}`
    const { json: data } = await bySession(owner, 'GET', query(owner.account.address))
    const signature = await sign(owner.account, data)
    expect((await byPage(owner, 'POST', V2, { nonce: data.nonce, signature })).status).toBe(201)
    expect((await bySession(owner, 'GET', query(newKey().address))).status).toBe(403)
    const bare = `${V1}/signing-data?action=add&walletAddress=${owner.account.address}`
    expect((await bySession(owner, 'GET', bare)).json.errors).toHaveLength(2)
  })
})

describe('The operations with signatures', () => {
  it('the operations with signatures have the paths of Request Network’s', () => {
    const paths = Object.values(api.signedDestinations).map(
      ({ method, path }) => `${method} ${path}`,
    )
    expect(paths).toEqual([
      `GET ${V2}/signing-data`,
      `POST ${V2}`,
      `GET ${V2}`,
      `GET ${V2}/{destinationId}`,
      `DELETE ${V2}/{destinationId}`,
    ])
  })
})
