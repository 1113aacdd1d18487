import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stateChain } from '../support/refundWorld.ts'
import { NO_LIMITS, type SignedIn, signInWallet } from '../support/signIn.ts'
import { pageHeaders, SHOP_ORIGIN, startTestHost, type TestHost } from '../support/testHost.ts'

const PATH = '/v1/payee-destination'
const USDC = '0x5ecc000000000000000000000000000000000101'
const DAI = '0x5ECc000000000000000000000000000000000103'
const ROUTE = { tokenAddress: USDC, chainId: 31_337 }

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  stateChain(test)
})
afterAll(() => test[Symbol.asyncDispose]())

type Member = SignedIn & { account: PrivateKeyAccount }

const send = (member: Pick<Member, 'headers'>, method: string, path: string, body?: object) =>
  test.call(method, path, {
    anonymous: true,
    headers: member.headers,
    ...(body && { body }),
  })
const sendAs = (page: Record<string, string>, body: object) =>
  test.call('POST', '/v2/secure-payments', { anonymous: true, headers: page, body })

async function addMember({ tenantId }: { tenantId: string }): Promise<Member> {
  const account = privateKeyToAccount(generatePrivateKey())
  await test.host.context.db.kysely
    .insertInto('wallets')
    .values({
      address: account.address,
      wallet_type: 'evm',
      tenant_id: tenantId,
      role: 'owner',
      created_at: test.clock.now().toISOString(),
      code_chain_id: null,
    })
    .execute()
  return signInWallet(test, account)
}

async function createPage(owner: Member, body: object): Promise<Record<string, string>> {
  const { status, json, text } = await send(owner, 'POST', '/v1/client-ids', {
    label: 'Shop',
    allowedDomains: [SHOP_ORIGIN],
    ...body,
  })
  expect([status, text]).toEqual([201, expect.anything()])
  return pageHeaders(json.clientId)
}

async function move(owner: Member, next: Member) {
  const path = `${PATH}/signing-data?action=change_wallet&walletAddress=${next.account.address}`
  const { json: data } = await send(owner, 'GET', path)
  const { status, text } = await send(owner, 'PATCH', `${PATH}/wallet-change`, {
    nonce: data.nonce,
    signature: await owner.account.signTypedData(data),
    newWalletSignature: await next.account.signTypedData(data),
  })
  expect([status, text]).toEqual([200, expect.anything()])
}

async function createReusable(owner: Member, destinationId: string): Promise<string> {
  const body = { requests: [{ destinationId, amount: '5' }], isReusable: true }
  const { status, json } = await send(owner, 'POST', '/v2/secure-payments', body)
  expect(status).toBe(201)
  return String(json.token)
}
const openCopy = (page: Record<string, string>, link: string) =>
  test.call('POST', `/v2/secure-payments/${link}/open`, {
    anonymous: true,
    headers: page,
    body: {},
  })

/** Adds a wallet's destination through a page, with the wallet's signature. */
async function addSigned(page: Record<string, string>, { account }: Member) {
  const query = new URLSearchParams({
    ...{ walletAddress: account.address, action: 'add' },
    ...{ tokenAddress: USDC, chainId: '31337' },
  })
  const { json: data } = await test.call('GET', `/v2/payee-destination/signing-data?${query}`, {
    anonymous: true,
    headers: page,
  })
  const signature = await account.signTypedData(data)
  const body = { nonce: data.nonce, signature }
  return test.call('POST', '/v2/payee-destination', { anonymous: true, headers: page, body })
}

async function openShop(accessPolicy: object | null = null) {
  const owner = (await signInWallet(test)) as Member
  const { json: destination } = await send(owner, 'POST', PATH, { ...ROUTE, accessPolicy })
  return { owner, next: await addMember(owner), destinationId: String(destination.destinationId) }
}

describe('The wallet that a destination has left', () => {
  it('a page whose client ID is bound to the previous wallet’s composite id creates no payment', async () => {
    const { owner, next, destinationId } = await openShop()
    const page = await createPage(owner, { payeeDestinationId: destinationId })
    expect((await sendAs(page, { requests: [{ amount: '5' }] })).status).toBe(201)
    await move(owner, next)
    const { status, json } = await sendAs(page, { requests: [{ amount: '5' }] })
    expect([status, json.code]).toEqual([403, 'destination_inactive'])
  })

  it('a call that names the previous wallet’s composite id creates no payment, so it cannot avoid the policy', async () => {
    const { owner, next, destinationId } = await openShop({ hidePayeeAddress: true })
    const page = await createPage(owner, {})
    await move(owner, next)
    const { status, json } = await sendAs(page, { requests: [{ destinationId, amount: '5' }] })
    expect([status, json.code]).toEqual([403, 'destination_inactive'])
  })

  it('a previous wallet that receives again opens none of the earlier links without a confirmation, whatever it receives', async () => {
    const { owner, next, destinationId } = await openShop()
    const bound = await createPage(owner, { payeeDestinationId: destinationId })
    const unbound = await createPage(owner, {})
    const link = await createReusable(owner, destinationId)
    await move(owner, next)
    const expectClosed = async () => {
      for (const body of [
        { page: bound, requests: [{ amount: '5' }] },
        { page: unbound, requests: [{ destinationId, amount: '5' }] },
      ]) {
        const { status, json } = await sendAs(body.page, { requests: body.requests })
        expect([status, json.code]).toEqual([403, 'destination_inactive'])
      }
      expect((await openCopy(unbound, link)).json.code).toBe('destination_inactive')
    }
    await expectClosed()
    expect((await send(owner, 'POST', PATH, { tokenAddress: DAI, chainId: 31_337 })).status).toBe(
      201,
    )
    await expectClosed()
    for (const method of ['POST', 'PUT']) {
      const { status, json } = await send(owner, method, PATH, ROUTE)
      expect([status, json.code]).toEqual([409, 'destination_moved'])
    }
    const signed = await addSigned(unbound, owner)
    expect([signed.status, signed.json.code]).toEqual([409, 'destination_moved'])
    await expectClosed()
    expect((await send(owner, 'POST', PATH, { ...ROUTE, confirmReturn: true })).status).toBe(201)
    expect((await sendAs(bound, { requests: [{ amount: '5' }] })).status).toBe(201)
    expect((await sendAs(unbound, { requests: [{ destinationId, amount: '5' }] })).status).toBe(201)
    expect((await openCopy(unbound, link)).status).toBe(201)
  })

  it('a previous wallet that left for another merchant receives there, and the earlier links stay closed', async () => {
    const { owner, next, destinationId } = await openShop()
    const page = await createPage(owner, { payeeDestinationId: destinationId })
    await move(owner, next)
    const { kysely } = test.host.context.db
    const other = await signInWallet(test)
    await kysely
      .updateTable('wallets')
      .set({ tenant_id: other.tenantId })
      .where('address', '=', owner.account.address)
      .execute()
    const again = (await signInWallet(test, owner.account)) as Member
    expect(again.tenantId).toBe(other.tenantId)
    expect((await send(again, 'POST', PATH, ROUTE)).status).toBe(201)
    const { status, json } = await sendAs(page, { requests: [{ amount: '5' }] })
    expect([status, json.code]).toEqual([403, 'destination_inactive'])
    const own = await createPage(again, { payeeDestinationId: destinationId })
    expect((await sendAs(own, { requests: [{ amount: '5' }] })).status).toBe(201)
  })

  it('a move back, which both wallets sign, opens the earlier links again', async () => {
    const { owner, next, destinationId } = await openShop()
    const page = await createPage(owner, { payeeDestinationId: destinationId })
    await move(owner, next)
    await move(next, owner)
    expect((await sendAs(page, { requests: [{ amount: '5' }] })).status).toBe(201)
  })
})
