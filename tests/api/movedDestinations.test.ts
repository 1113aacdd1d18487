import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stateChain } from '../support/refundWorld.ts'
import { NO_LIMITS, type SignedIn, signInWallet } from '../support/signIn.ts'
import { pageHeaders, SHOP_ORIGIN, startTestHost, type TestHost } from '../support/testHost.ts'

const PATH = '/v1/payee-destination'
const USDC = '0x5ecc000000000000000000000000000000000101'
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
})
