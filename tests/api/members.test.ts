import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { hostFile } from '@secure-payment/devnet'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMembers } from '../../host/src/auth/members/listMembers.ts'
import { removeNamedMember } from '../../host/src/auth/members/removeNamedMember.ts'
import { createInvitation } from '../../host/src/auth/registration/createInvitation.ts'
import { createId } from '../../host/src/id.ts'
import {
  logIn,
  PASSWORD,
  readCookie,
  registerAccount,
  type SignedIn,
  signInWallet,
} from '../support/signIn.ts'
import {
  PAYER,
  pageHeaders,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const USDC = '0x5ecc000000000000000000000000000000000101'
const MINUTE_MS = 60_000
const run = promisify(execFile)

let test: TestHost
beforeAll(async () => {
  test = await startTestHost({ PAY_REGISTRATION: 'open', PAY_RATE_LIMIT_SIGN_IN: '0' })
})
afterAll(() => test[Symbol.asyncDispose]())

const newWallet = () => privateKeyToAccount(generatePrivateKey())
const call = (
  { headers }: Pick<SignedIn, 'headers'>,
  method: string,
  path: string,
  body?: object,
) => test.call(method, path, { anonymous: true, headers, ...(body && { body }) })
const listOf = async (member: SignedIn) => (await call(member, 'GET', '/v1/members')).json
const remove = (by: SignedIn, id: string) =>
  call(by, 'DELETE', `/v1/members/${encodeURIComponent(id)}`)
const isIn = async (member: SignedIn) =>
  (await call(member, 'GET', '/v1/auth/session')).status === 200

/** Returns an invitation link into a merchant account, as the operator creates it. */
async function linkInto(tenantId: string): Promise<string> {
  const { context } = test.host
  const { row, url } = createInvitation(context, { joins: tenantId, invitedBy: null })
  await context.db.kysely.insertInto('invitations').values(row).execute()
  return new URL(url).hash.replace('#invitation=', '')
}

async function send(path: string, body: object): Promise<Awaited<ReturnType<TestHost['call']>>> {
  const headers = { origin: test.host.context.config.authUrl }
  return test.call('POST', path, { anonymous: true, headers, body })
}

/** Signs a wallet in, with an invitation. */
async function verify(account: PrivateKeyAccount, invitation?: string) {
  const { json } = await send('/v1/auth/wallet/challenge', { address: account.address })
  const { challengeId, nonce, message } = json
  const signature = await account.signMessage({ message })
  const proof = { challengeId, nonce, message, signature }
  return send('/v1/auth/wallet/verify', { ...proof, ...(invitation && { invitation }) })
}

const signedIn = (answer: Awaited<ReturnType<typeof send>>): SignedIn => ({
  tenantId: answer.json.tenantId,
  headers: { cookie: readCookie(answer) ?? '', origin: test.host.context.config.authUrl },
})

async function joinAsWallet(tenantId: string) {
  const account = newWallet()
  return { account, ...signedIn(await verify(account, await linkInto(tenantId))) }
}

async function joinAsAccount(tenantId: string) {
  const email = `${generatePrivateKey().slice(2, 18)}@example.test`
  const invitation = await linkInto(tenantId)
  const answer = await send('/v1/auth/register', { email, password: PASSWORD, invitation })
  return { email, ...signedIn(answer) }
}

const DOMAIN = 'shop.example.test'
const ROUTE = { tokenAddress: USDC, chainId: 31_337 }

/** Opens a merchant account with a verified domain, an unbound client ID, and a member with a destination. */
async function openShop() {
  const owner = await registerAccount(test)
  const leaver = await joinAsWallet(owner.tenantId)
  const { json } = await call(leaver, 'POST', '/v1/payee-destination', ROUTE)
  const { context } = test.host
  const at = context.now().toISOString()
  await context.db.kysely
    .insertInto('merchant_domains')
    .values({
      id: createId(context),
      tenant_id: owner.tenantId,
      domain: DOMAIN,
      proof: 'spv_proof',
      status: 'verified',
      verified_at: at,
      created_at: at,
    })
    .execute()
  const page = { label: 'Shop', allowedDomains: [SHOP_ORIGIN], allowAnyPayee: false }
  const { clientId } = (await call(owner, 'POST', '/v1/client-ids', page)).json
  const { destinationId } = json
  return { owner, leaver, destinationId, shop: { headers: pageHeaders(clientId) } }
}

describe('GET /v1/members', () => {
  it('GET /v1/members returns only the wallets and accounts of the merchant account, oldest first', async () => {
    const owner = await signInWallet(test)
    const since = test.clock.now().toISOString()
    test.clock.advance(MINUTE_MS)
    const clerk = await joinAsAccount(owner.tenantId)
    const joined = test.clock.now().toISOString()
    const stranger = await registerAccount(test)
    test.clock.advance(MINUTE_MS)
    await logIn(test, clerk.email)
    const again = test.clock.now().toISOString()
    const { json: destination } = await call(owner, 'POST', '/v1/payee-destination', {
      tokenAddress: USDC,
      chainId: 31_337,
      accessPolicy: { allowedPayerAddresses: [PAYER] },
    })
    const listed = [
      {
        id: owner.account.address,
        kind: 'wallet',
        role: 'owner',
        address: owner.account.address,
        walletType: 'evm',
        email: null,
        createdAt: since,
        lastSignInAt: since,
        payeeDestinationIds: [destination.destinationId],
        payeeDestinations: [
          {
            destinationId: destination.destinationId,
            accessPolicy: expect.objectContaining({ allowedPayerAddresses: [PAYER] }),
          },
        ],
      },
      {
        id: expect.any(String),
        kind: 'account',
        role: 'owner',
        address: null,
        walletType: null,
        email: clerk.email,
        createdAt: joined,
        lastSignInAt: again,
        payeeDestinationIds: [],
        payeeDestinations: [],
      },
    ]
    expect(await listOf(owner)).toEqual(listed)
    expect(await listOf(clerk)).toEqual(listed)
    expect(await listOf(stranger)).toMatchObject([{ email: stranger.email }])
  })

  it('GET /v1/members rejects an API key', async () => {
    expect(await test.call('GET', '/v1/members')).toMatchObject({ status: 403 })
  })
})

describe('DELETE /v1/members/{id}', () => {
  it('DELETE /v1/members/{id} ends all of a wallet’s sessions at once, and the wallet then signs in as a non-member', async () => {
    const owner = await registerAccount(test)
    const leaver = await joinAsWallet(owner.tenantId)
    const elsewhere = signedIn(await verify(leaver.account))
    expect(elsewhere.tenantId).toBe(owner.tenantId)
    expect(await remove(owner, leaver.account.address)).toMatchObject({
      status: 200,
      json: { success: true },
    })
    expect([await isIn(leaver), await isIn(elsewhere), await isIn(owner)]).toEqual([
      false,
      false,
      true,
    ])
    expect(await listOf(owner)).toHaveLength(1)
    const back = await verify(leaver.account)
    expect(back.status).toBe(200)
    expect(back.json.tenantId).not.toBe(owner.tenantId)
    expect(await isIn(leaver)).toBe(false)
    expect(await remove(owner, leaver.account.address)).toMatchObject({
      status: 404,
      json: { code: 'member_not_found' },
    })
  })

  it('DELETE /v1/members/{id} removes an account, whose e-mail address and password can no longer sign in', async () => {
    const owner = await signInWallet(test)
    const leaver = await joinAsAccount(owner.tenantId)
    const members: { id: string; email: string | null }[] = await listOf(owner)
    const member = members.find(({ email }) => email === leaver.email)
    expect((await remove(owner, member?.id ?? '')).status).toBe(200)
    expect(await isIn(leaver)).toBe(false)
    const body = { email: leaver.email, password: PASSWORD }
    expect(await send('/v1/auth/login', body)).toMatchObject({
      status: 401,
      json: { code: 'wrong_credentials' },
    })
  })

  it('DELETE /v1/members/{id} keeps API keys, client IDs and the member’s payee destination', async () => {
    const owner = await registerAccount(test)
    const leaver = await joinAsWallet(owner.tenantId)
    const { json: key } = await call(leaver, 'POST', '/v1/api-keys', { label: 'Theirs' })
    const shop = { label: 'Shop', allowedDomains: ['https://shop.example.test'] }
    await call(leaver, 'POST', '/v1/client-ids', shop)
    const route = { tokenAddress: USDC, chainId: 31_337 }
    await call(leaver, 'POST', '/v1/payee-destination', route)
    await remove(owner, leaver.account.address)
    const headers = { 'x-api-key': key.key }
    expect(await test.call('GET', '/v2/client-ids', { anonymous: true, headers })).toMatchObject({
      status: 200,
      json: [{ label: 'Shop' }],
    })
    const { kysely } = test.host.context.db
    const kept = await kysely
      .selectFrom('payee_destinations')
      .select('is_active')
      .where('tenant_id', '=', owner.tenantId)
      .execute()
    expect(kept.map(({ is_active }) => Number(is_active))).toEqual([1])
  })

  it('DELETE /v1/members/{id} stops unbound client IDs from paying the wallet in the merchant’s name', async () => {
    const { owner, leaver, shop } = await openShop()
    const body = { requests: [{ ...usdcItem, payee: leaver.account.address }] }
    const pay = () => test.call('POST', '/v2/secure-payments', { anonymous: true, ...shop, body })
    const { status, json } = await pay()
    expect(status).toBe(201)
    const domainOf = async () => {
      const path = `/v2/secure-payments/${json.token}`
      const shown = await test.call('GET', path, { anonymous: true, ...shop })
      return shown.json.merchant.verifiedDomain
    }
    const pageOf = async () =>
      (await fetch(`${test.host.context.config.payUrl}/?token=${json.token}`)).text()
    expect(await domainOf()).toBe(DOMAIN)
    expect(await pageOf()).toContain(DOMAIN)
    await remove(owner, leaver.account.address)
    expect(await pay()).toMatchObject({ status: 403, json: { code: 'payee_not_allowed' } })
    expect(await domainOf()).toBeNull()
    expect(await pageOf()).not.toContain(DOMAIN)
  })

  it('DELETE /v1/members/{id} lets the wallet move its destination into its own merchant account', async () => {
    const { owner, leaver, destinationId } = await openShop()
    const { kysely } = test.host.context.db
    const tenantOf = async () => {
      const row = await kysely
        .selectFrom('payee_destinations')
        .select('tenant_id')
        .where('destination_id', '=', destinationId)
        .executeTakeFirstOrThrow()
      return row.tenant_id
    }
    await remove(owner, leaver.account.address)
    const back = signedIn(await verify(leaver.account))
    expect(await tenantOf()).toBe(owner.tenantId)
    const { json } = await call(back, 'POST', '/v1/payee-destination', ROUTE)
    expect(await tenantOf()).toBe(back.tenantId)
    const bound = { label: 'Own', allowedDomains: [SHOP_ORIGIN], payeeDestinationId: json.id }
    expect((await call(back, 'POST', '/v1/client-ids', bound)).status).toBe(201)
  })

  it('DELETE /v1/members/{id} stops the reusable links of a client ID whose destination the wallet has taken along', async () => {
    const { owner, leaver, destinationId } = await openShop()
    const { json: current } = await call(leaver, 'GET', '/v1/payee-destination')
    expect(current.destinationId).toBe(destinationId)
    const bound = { label: 'Shop', allowedDomains: [SHOP_ORIGIN], payeeDestinationId: current.id }
    const { json: client } = await call(owner, 'POST', '/v1/client-ids', bound)
    const page = { anonymous: true, headers: pageHeaders(client.clientId) }
    const body = { requests: [{ amount: '10' }], isReusable: true }
    const create = () => test.call('POST', '/v2/secure-payments', { ...page, body })
    const { json: link } = await create()
    const open = () => test.call('POST', `/v2/secure-payments/${link.token}/open`, page)
    expect((await open()).status).toBe(201)
    await remove(owner, leaver.account.address)
    const back = signedIn(await verify(leaver.account))
    await call(back, 'POST', '/v1/payee-destination', ROUTE)
    const refusal = { status: 403, json: { code: 'destination_inactive' } }
    expect(await create()).toMatchObject(refusal)
    expect(await open()).toMatchObject(refusal)
  })

  it('DELETE /v1/members/{id} revokes only the member’s invitation links and the operator’s links into the merchant account', async () => {
    const owner = await registerAccount(test)
    const leaver = await joinAsWallet(owner.tenantId)
    const tokenOf = (url: string) => new URL(url).hash.replace('#invitation=', '')
    const invite = async (by: SignedIn) =>
      tokenOf((await call(by, 'POST', '/v1/invitations')).json.url)
    const [theirs, own] = [await invite(leaver), await invite(owner)]
    const into = await linkInto(owner.tenantId)
    await remove(owner, leaver.account.address)
    const refused = { status: 403, json: { code: 'invitation_refused' } }
    expect(await verify(newWallet(), theirs)).toMatchObject(refused)
    expect(await verify(newWallet(), into)).toMatchObject(refused)
    expect((await verify(newWallet(), own)).status).toBe(200)
  })

  it('DELETE /v1/members/{id} keeps the last member, and keeps one of two members who remove each other at once', async () => {
    const owner = await registerAccount(test)
    const [only] = await listOf(owner)
    expect(await remove(owner, only.id)).toMatchObject({
      status: 409,
      json: { code: 'last_member' },
    })
    expect(await isIn(owner)).toBe(true)
    const other = await joinAsWallet(owner.tenantId)
    const answers = await Promise.all([
      remove(owner, other.account.address),
      remove(other, only.id),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = await Promise.all([isIn(owner), isIn(other)])
    expect(left.filter(Boolean)).toHaveLength(1)
  })

  it('DELETE /v1/members/{id} lets a member leave', async () => {
    const owner = await registerAccount(test)
    const leaver = await joinAsWallet(owner.tenantId)
    expect((await remove(leaver, leaver.account.address)).status).toBe(200)
    expect(await isIn(leaver)).toBe(false)
  })

  it('DELETE /v1/members/{id} returns 404 for a member of another merchant account', async () => {
    const owner = await registerAccount(test)
    const stranger = await signInWallet(test)
    await joinAsAccount(stranger.tenantId)
    const [wallet, account] = await listOf(stranger)
    for (const { id } of [wallet, account]) {
      expect(await remove(owner, id)).toMatchObject({
        status: 404,
        json: { code: 'member_not_found' },
      })
    }
    expect(await listOf(stranger)).toHaveLength(2)
    expect(await isIn(stranger)).toBe(true)
  })

  it('DELETE /v1/members/{id} rejects an API key', async () => {
    const owner = await registerAccount(test)
    const { json: key } = await call(owner, 'POST', '/v1/api-keys', { label: 'Server' })
    const [only] = await listOf(owner)
    const headers = { 'x-api-key': key.key }
    const answer = await test.call('DELETE', `/v1/members/${only.id}`, { anonymous: true, headers })
    expect(answer.status).toBe(403)
  })

  it('DELETE /v1/members/{id} gives no session to a wallet whose sign-in finishes after its removal', async () => {
    const owner = await registerAccount(test)
    const leaver = await joinAsWallet(owner.tenantId)
    const answers = await Promise.all([
      remove(owner, leaver.account.address),
      ...Array.from({ length: 5 }, () => verify(leaver.account)),
    ])
    expect(answers[0]?.status).toBe(200)
    for (const answer of answers.slice(1)) {
      const session = answer.status === 200 ? signedIn(answer) : null
      if (session?.tenantId !== owner.tenantId) continue
      expect(await isIn(session)).toBe(false)
    }
  })
})

describe('The operator’s commands', () => {
  it('the operator’s commands list a merchant’s members, and remove a member by e-mail address or wallet', async () => {
    const { context } = test.host
    const owner = await registerAccount(test)
    const clerk = await joinAsAccount(owner.tenantId)
    const leaver = await joinAsWallet(owner.tenantId)
    const route = { tokenAddress: USDC, chainId: 31_337 }
    const { json } = await call(leaver, 'POST', '/v1/payee-destination', route)
    const at = test.clock.now().toISOString()
    const { address } = leaver.account
    const listed = [
      `account ${clerk.email}, owner, since ${at}, last sign-in ${at}`,
      `account ${owner.email}, owner, since ${at}, last sign-in ${at}`,
      `  receives at ${json.destinationId}`,
      `wallet ${address}, owner, since ${at}, last sign-in ${at}`,
    ]
    const { lines } = await listMembers(context, owner.tenantId)
    expect(lines.toSorted()).toEqual(listed.toSorted())
    expect(await listMembers(context, 'nobody')).toMatchObject({ isDone: false })
    expect(await removeNamedMember(context, 'nobody@example.test')).toMatchObject({ isDone: false })
    expect(await removeNamedMember(context, ` ${clerk.email.toUpperCase()}`)).toMatchObject({
      isDone: true,
    })
    expect(await removeNamedMember(context, address.toLowerCase())).toEqual({
      lines: [
        expect.stringContaining(owner.tenantId),
        `Payments of client IDs that name ${json.destinationId} still go there.`,
      ],
      isDone: true,
    })
    expect([await isIn(clerk), await isIn(leaver), await isIn(owner)]).toEqual([false, false, true])
    await expect(removeNamedMember(context, owner.email)).rejects.toMatchObject({
      code: 'last_member',
    })
  })

  it('the operator’s commands run as `members` on the command line', async () => {
    const owner = await registerAccount(test)
    const env = { ...process.env, PAY_DATABASE_URL: test.host.context.config.databaseUrl }
    const node = ['--conditions=@secure-payment/source', hostFile('cli')]
    const { stdout } = await run(process.execPath, [...node, 'members', owner.tenantId], { env })
    expect(stdout).toContain(`account ${owner.email}, owner, since `)
  })
})
