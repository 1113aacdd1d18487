import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedPayments } from '../support/seedPayments.ts'
import { NO_LIMITS, registerAccount, type SignedIn, signInWallet } from '../support/signIn.ts'
import {
  PAYER,
  pageHeaders,
  SECOND_PAYEE,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const PATH = '/v2/secure-payments'
const WEEK_MS = 7 * 24 * 3_600_000

let test: TestHost
let person: SignedIn
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  person = await registerAccount(test)
})
afterAll(() => test[Symbol.asyncDispose]())

const create = async (headers: Record<string, string>, requests = [usdcItem]) => {
  const options = { anonymous: true, headers, body: { requests } }
  const { status, json, text } = await test.call('POST', PATH, options)
  if (status !== 201) throw new Error(text)
  return json as { token: string; requestIds: string[]; securePaymentUrl: string }
}
const find = (requestId: string, headers: Record<string, string> = person.headers) =>
  test.call('GET', `${PATH}?requestId=${requestId}`, { anonymous: true, headers })

async function createKey(): Promise<Record<string, string>> {
  const options = { anonymous: true, headers: person.headers, body: { label: 'Server' } }
  return { 'x-api-key': (await test.call('POST', '/v1/api-keys', options)).json.key }
}

describe('A session', () => {
  it('a session creates secure payments for its tenant, without a client ID', async () => {
    const { token, requestIds } = await create(person.headers)
    const { kysely } = test.host.context.db
    const payment = await kysely
      .selectFrom('secure_payments')
      .select(['tenant_id', 'client_id', 'origin'])
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
    const request = await kysely
      .selectFrom('requests')
      .select(['tenant_id', 'client_id', 'origin'])
      .where('id', '=', requestIds[0] ?? '')
      .executeTakeFirstOrThrow()
    const expected = { tenant_id: person.tenantId, client_id: null, origin: null }
    expect([payment, request]).toEqual([expected, expected])
    const read = { anonymous: true, headers: await createKey() }
    expect((await test.call('GET', `${PATH}/${token}`, read)).status).toBe(200)
  })

  it('a session creates one secure payment per Idempotency-Key', async () => {
    const headers = { ...person.headers, 'idempotency-key': 'lookup-1' }
    expect(await create(headers)).toEqual(await create(headers))
  })
})

describe('GET /v2/secure-payments?requestId=', () => {
  it('GET /v2/secure-payments?requestId= returns the rules for payers, as the service stored them', async () => {
    const accessPolicy = { allowedPayerAddresses: [PAYER.toLowerCase()], hidePayeeAddress: true }
    const options = {
      anonymous: true,
      headers: person.headers,
      body: { requests: [usdcItem], accessPolicy },
    }
    const { json } = await test.call('POST', PATH, options)
    expect((await find(json.requestIds[0])).json.accessPolicy).toEqual({
      mode: 'inherit',
      screeningProvider: null,
      hideUntilApproved: true,
      hidePayeeAddress: true,
      allowedPayerAddresses: [PAYER],
    })
  })

  it('GET /v2/secure-payments?requestId= returns the creation’s result, and the current status', async () => {
    const { token, requestIds, securePaymentUrl } = await create(person.headers)
    const { status, json } = await find(requestIds[0] ?? '')
    const createdAt = test.clock.now()
    expect(status).toBe(200)
    expect(json).toEqual({
      token,
      securePaymentUrl,
      receiptUrl: `${test.host.url}/receipts/${token}`,
      status: 'pending',
      paymentType: 'single',
      flow: 'get_paid',
      createdAt: createdAt.toISOString(),
      expiresAt: new Date(createdAt.getTime() + WEEK_MS).toISOString(),
      redirectUrl: null,
      redirectLabel: null,
      revision: 1,
      isReusable: false,
      linkToken: null,
      feePlan: null,
      accessPolicy: null,
      network: 'devnet',
      currency: 'USDC-devnet',
      completedAt: null,
      payerAddress: null,
      payerKytResults: [],
      payeeKytResults: [],
      destination: null,
      claimedDestination: null,
      orchestratorId: null,
      executionKind: 'evm_same_chain',
      identityMode: 'manual_dashboard',
      clientId: null,
      branding: { whitelabelEnabled: false, source: 'request_network' },
      childExecutable: false,
      blockReason: 'not_outgoing',
    })
  })

  it('the lookup returns the decisions of the screening about the wallets that paid, and about no other', async () => {
    const { token, requestIds } = await create(person.headers)
    const [request_id = ''] = requestIds
    await seedPayments(test.host.context, [{ request_id, payer: PAYER }])
    const at = test.clock.now().toISOString()
    const decision = { token, provider: 'list', reference: null, screened_at: at, expires_at: at }
    await test.host.context.db.kysely
      .insertInto('payment_screenings')
      .values([
        { ...decision, wallet: PAYER, is_allowed: 1, reason_code: null },
        { ...decision, wallet: SECOND_PAYEE, is_allowed: 0, reason_code: 'sanctions' },
      ])
      .execute()
    const { json } = await find(request_id)
    expect(json.payerAddress).toBe(PAYER)
    expect(json.payerKytResults).toEqual([
      {
        walletAddress: PAYER,
        walletType: 'eoa',
        parentWalletAddress: null,
        status: 'approved',
        reasonCode: null,
        provider: 'list',
        providerReference: null,
        reportUrl: null,
        notes: null,
        rawStatus: null,
        evaluatedAt: at,
      },
    ])
  })

  it('the lookup of a payout link returns whether it can be combined, and the client ID with its branding', async () => {
    const payout = { recipient: PAYER, network: 'devnet', currency: 'USDC-devnet', amount: '1' }
    const key = await createKey()
    const send = (method: string, path: string, body: object, headers = key) =>
      test.call(method, path, { anonymous: true, headers, body })
    const shop = await send('POST', '/v2/client-ids', {
      label: 'Shop',
      allowedDomains: [SHOP_ORIGIN],
      allowAnyPayee: true,
    })
    const { clientId } = shop.json
    await send('PUT', `/v1/branding?clientId=${clientId}`, { displaysService: false })
    const link = await send('POST', `${PATH}/payouts`, payout, pageHeaders(clientId) as typeof key)
    const [requestId] = link.json.requestIds
    expect((await find(requestId)).json).toMatchObject({
      flow: 'pay',
      executionKind: 'evm_same_chain',
      identityMode: 'client_id',
      clientId,
      branding: { source: 'client_id' },
      childExecutable: true,
      blockReason: null,
    })
    await send('POST', `${PATH}/${link.json.token}/cancel`, {})
    expect((await find(requestId)).json).toMatchObject({
      childExecutable: false,
      blockReason: 'secure_payment_not_pending',
    })
  })

  it('the lookup of a payment for a destination returns the destination', async () => {
    const owner = await signInWallet(test)
    const send = (path: string, body: object) =>
      test.call('POST', path, { anonymous: true, headers: owner.headers, body })
    const route = { tokenAddress: '0x5ecc000000000000000000000000000000000101', chainId: 31_337 }
    const { json: record } = await send('/v1/payee-destination', route)
    const { destinationId } = record
    const made = await send(PATH, { requests: [{ destinationId, amount: '2' }] })
    expect((await find(made.json.requestIds[0], owner.headers)).json.destination).toEqual({
      destinationId,
      payeeAddress: record.humanReadableInteropAddress,
      tokenAddress: record.tokenAddress,
      walletAddress: record.walletAddress,
      network: 'devnet',
    })
  })

  it('GET /v2/secure-payments?requestId= finds a batch by any of its requests', async () => {
    const { token, requestIds } = await create(person.headers, [usdcItem, usdcItem, usdcItem])
    expect(requestIds).toHaveLength(3)
    for (const requestId of requestIds) {
      expect((await find(requestId)).json).toMatchObject({ token, paymentType: 'batch' })
    }
  })

  it('GET /v2/secure-payments?requestId= finds the secure payments that the tenant’s servers and pages created', async () => {
    const key = await createKey()
    const shop = await test.call('POST', '/v2/client-ids', {
      anonymous: true,
      headers: key,
      body: { label: 'Shop', allowedDomains: [SHOP_ORIGIN] },
    })
    const page = pageHeaders(shop.json.clientId)
    for (const headers of [key, page]) {
      const { token, requestIds } = await create(headers)
      expect((await find(requestIds[0] ?? '')).json.token).toBe(token)
    }
  })

  it('GET /v2/secure-payments?requestId= returns the status `completed`, or `expired` once the link has expired', async () => {
    const completed = await create(person.headers)
    const expired = await create(person.headers)
    await test.host.context.db.kysely
      .updateTable('secure_payments')
      .set({ status: 'completed' })
      .where('token', '=', completed.token)
      .execute()
    test.clock.advance(WEEK_MS - 1)
    expect((await find(expired.requestIds[0] ?? '')).json.status).toBe('pending')
    test.clock.advance(1)
    expect((await find(expired.requestIds[0] ?? '')).json.status).toBe('expired')
    expect((await find(completed.requestIds[0] ?? '')).json.status).toBe('completed')
  })

  it('the lookup returns 404 for an unknown request, another tenant’s request, and a request without a secure payment', async () => {
    const { requestIds } = await create(person.headers)
    const stranger = await signInWallet(test)
    const { kysely } = test.host.context.db
    const alone = `01${'ab'.repeat(32)}`
    const row = await kysely
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', requestIds[0] ?? '')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('requests')
      .values({
        ...row,
        id: alone,
        secure_payment_token: null,
        payment_reference: '0x0123456789abcdef',
        reference_key: 1n,
      })
      .execute()
    const answers = [
      await find(`01${'0'.repeat(64)}`),
      await find(requestIds[0] ?? '', stranger.headers),
      await find(alone),
    ]
    for (const { status, json } of answers) {
      expect({ status, code: json.code }).toEqual({ status: 404, code: 'secure_payment_not_found' })
    }
  })

  it.each(['', 'x', `01${'AB'.repeat(32)}`, `02${'ab'.repeat(32)}`, `01${'ab'.repeat(33)}`, '%00'])(
    'GET /v2/secure-payments?requestId= returns 400 for the requestId %j',
    async (requestId) => {
      const { status, json } = await find(requestId)
      expect({ status, field: json.errors?.[0]?.field }).toEqual({
        status: 400,
        field: 'requestId',
      })
    },
  )

  it('GET /v2/secure-payments?requestId= returns 400 for two ids, and for an id with a list parameter', async () => {
    const requestId = `requestId=01${'0'.repeat(64)}`
    for (const query of [`?${requestId}&${requestId}`, `?${requestId}&status=pending`]) {
      const options = { anonymous: true, headers: person.headers }
      expect((await test.call('GET', PATH + query, options)).status).toBe(400)
    }
  })

  it('GET /v2/secure-payments?requestId= accepts sessions and API keys, but rejects client IDs', async () => {
    const { requestIds } = await create(person.headers)
    const key = await createKey()
    expect((await find(requestIds[0] ?? '', key)).text).toBe((await find(requestIds[0] ?? '')).text)
    const shop = await test.call('POST', '/v2/client-ids', {
      anonymous: true,
      headers: key,
      body: { label: 'Shop', allowedDomains: [SHOP_ORIGIN] },
    })
    for (const query of [`?requestId=${requestIds[0]}`, '']) {
      const options = { anonymous: true, headers: pageHeaders(shop.json.clientId) }
      const { status, json } = await test.call('GET', PATH + query, options)
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'credential_not_accepted' })
    }
    expect((await find(requestIds[0] ?? '', {})).status).toBe(401)
  })
})
