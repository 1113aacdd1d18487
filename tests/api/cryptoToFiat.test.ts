import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createApprovedPayer,
  createPayer,
  reportAbout,
  type TestPayer,
} from '../support/createApprovedPayer.ts'
import { createFakeOfframp, FAKE_OFFRAMP } from '../support/fakeOfframp.ts'
import { recordDeposit } from '../support/recordDeposit.ts'
import { askToPay, createRequest } from '../support/requestCalls.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  PAYER,
  pageHeaders,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'

/** The fake provider's deposit address on devnet. */
const DEPOSIT = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const UNITS = 12_500_000n

const offramp = createFakeOfframp()
let test: TestHost
let payer: TestPayer
beforeAll(async () => {
  test = await startTestHost({}, { offramp })
  payer = await createApprovedPayer(test, 'ana@example.test')
})
afterAll(() => test[Symbol.asyncDispose]())

type Calls = Pick<TestHost, 'call'>
/** Creates a client ID, and returns the calls of a page that uses it. */
async function openPage(body?: object): Promise<Calls> {
  const { clientId } = await test.createClientId(body)
  const headers = pageHeaders(clientId)
  return {
    call: (method, path, options) =>
      test.call(method, path, { ...options, anonymous: true, headers }),
  }
}

const create = (body: object = {}, as: Calls = test) =>
  createRequest(as, { payee: undefined, isCryptoToFiatAllowed: true, ...body })
const read = async (requestId: string) => (await test.call('GET', `/v2/request/${requestId}`)).json

/** Requests the calldata for a request as the approved payer; an undefined member is omitted. */
function pay(requestId: string, query: Record<string, string | undefined> = {}, as: Calls = test) {
  const { clientUserId, paymentDetailsId } = payer
  const all = { wallet: PAYER, clientUserId, paymentDetailsId, ...query }
  const stated = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return askToPay(as, requestId, Object.fromEntries(stated))
}

const rowsOf = async (requestId: string) => {
  const { kysely } = test.host.context.db
  const targets = await kysely
    .selectFrom('offramp_targets')
    .select(['payer_id', 'payment_details_id'])
    .where('request_id', '=', requestId)
    .execute()
  const offramps = await kysely
    .selectFrom('offramps')
    .selectAll()
    .where('request_id', '=', requestId)
    .execute()
  const events = await kysely
    .selectFrom('events')
    .select(['type', 'body'])
    .where('request_id', '=', requestId)
    .orderBy('sequence')
    .execute()
  return { targets, offramps, events: events.map(({ type }) => type) }
}

describe('Creating a crypto-to-fiat request', () => {
  it.each([
    ['without a payee', { payee: undefined }],
    ['with a payee, which is not paid', { payee: PAYEE }],
    [
      'by the flag’s other name',
      { isCryptoToFiatAllowed: undefined, isCryptoToFiatAvailable: true },
    ],
  ])(
    'creating a crypto-to-fiat request %s names the provider’s deposit address as payee',
    async (_, body) => {
      expect(await read(await create(body))).toMatchObject({
        payee: DEPOSIT,
        isCryptoToFiatAllowed: true,
        isCryptoToFiatAvailable: true,
        status: 'created',
        fees: [],
      })
    },
  )

  it.each([
    ['an invalid payee', { payee: '0x12' }, 'payee', 'invalid_address'],
    [
      'a network without a provider',
      { invoiceCurrency: 'USDC-devnet-b', paymentCurrency: 'USDC-devnet-b' },
      'paymentCurrency',
      'unsupported_crypto_to_fiat',
    ],
    [
      'another token',
      { invoiceCurrency: 'DAI-devnet', paymentCurrency: 'DAI-devnet' },
      'paymentCurrency',
      'unsupported_crypto_to_fiat',
    ],
    [
      'an invoice in fiat money',
      { invoiceCurrency: 'USD' },
      'invoiceCurrency',
      'unsupported_crypto_to_fiat',
    ],
    [
      'a recurrence',
      { recurrence: { startDate: '2099-01-01', frequency: 'MONTHLY' } },
      'recurrence',
      'unsupported_crypto_to_fiat',
    ],
  ])('POST /v2/request rejects %s, and stores nothing', async (_, body, field, code) => {
    const before = await test.countRows()
    const sent = {
      amount: '12.5',
      invoiceCurrency: 'USDC-devnet',
      paymentCurrency: 'USDC-devnet',
      isCryptoToFiatAllowed: true,
    }
    const { status, json } = await test.call('POST', '/v2/request', { body: { ...sent, ...body } })
    expect({ status, errors: json.errors }).toMatchObject({
      status: 400,
      errors: [{ field, code }],
    })
    expect(await test.countRows()).toEqual(before)
  })

  it('creating a crypto-to-fiat request returns an error on a host without a provider', async () => {
    await using bare = await startTestHost({ PAY_OFFRAMP: 'off' })
    const body = {
      amount: '1',
      invoiceCurrency: 'USDC-devnet',
      paymentCurrency: 'USDC-devnet',
      isCryptoToFiatAllowed: true,
    }
    expect(await bare.call('POST', '/v2/request', { body })).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'isCryptoToFiatAllowed', code: 'unsupported_crypto_to_fiat' }] },
    })
  })

  it('creating a crypto-to-fiat request includes the client ID’s fee', async () => {
    const page = await openPage({
      label: 'Shop',
      allowedDomains: [SHOP_ORIGIN],
      feePercentage: '1',
      feeAddress: FEE_ADDRESS,
    })
    const requestId = await create({}, page)
    expect(await read(requestId)).toMatchObject({
      payee: DEPOSIT,
      fees: [{ type: 'platform', amount: '0.125', receiverAddress: FEE_ADDRESS }],
    })
  })
})

describe('A payment that cannot reach a bank account', () => {
  const usdc = {
    payee: PAYEE,
    amount: '1',
    invoiceCurrency: 'USDC-devnet',
    paymentCurrency: 'USDC-devnet',
  }
  const asked = { isCryptoToFiatAllowed: true }

  it.each([
    [
      'an item of a payment page',
      '/v2/secure-payments',
      { requests: [{ ...usdc, ...asked }] },
      'requests[0].isCryptoToFiatAllowed',
    ],
    [
      'a payment page',
      '/v2/secure-payments',
      { requests: [usdc], isCryptoToFiatAvailable: true },
      'isCryptoToFiatAvailable',
    ],
    ['a payout', '/v2/payouts', { ...usdc, ...asked }, 'isCryptoToFiatAllowed'],
    [
      'an item in a batch',
      '/v2/payouts/batch',
      { requests: [{ ...usdc, ...asked }] },
      'requests[0].isCryptoToFiatAllowed',
    ],
  ])('a payment that cannot reach a bank account is rejected: %s', async (_, path, body, field) => {
    const before = await test.countRows()
    const { status, json } = await test.call('POST', path, { body })
    expect({ status, errors: json.errors }).toMatchObject({
      status: 400,
      errors: [{ field, code: 'unsupported_crypto_to_fiat' }],
    })
    expect(await test.countRows()).toEqual(before)
  })

  it('a payment that cannot reach a bank account is created when `isCryptoToFiatAllowed` is false, because no bank transfer is needed', async () => {
    const body = { requests: [{ ...usdc, isCryptoToFiatAllowed: false }] }
    expect((await test.call('POST', '/v2/secure-payments', { body })).status).toBe(201)
  })
})

describe('The calldata', () => {
  it('the calldata pays the deposit address, and the host stores the payer and the account', async () => {
    const requestId = await create()
    const { status, json } = await pay(requestId)
    expect(status).toBe(200)
    expect(json.transactions.at(-1).data.toLowerCase()).toContain(DEPOSIT.slice(2).toLowerCase())
    expect(await rowsOf(requestId)).toEqual({
      targets: [{ payer_id: payer.userId, payment_details_id: payer.paymentDetailsId }],
      offramps: [],
      events: [],
    })
  })

  it('a call for the calldata without its members is rejected with an error that names them', async () => {
    const requestId = await create()
    const errorsOf = async (query: Record<string, string | undefined>) => {
      const { status, json } = await pay(requestId, query)
      return {
        status,
        errors: json.errors.map(
          (one: { field: string; code: string }) => `${one.field} ${one.code}`,
        ),
      }
    }
    for (const field of ['wallet', 'clientUserId', 'paymentDetailsId']) {
      expect(await errorsOf({ [field]: undefined })).toEqual({
        status: 400,
        errors: [`${field} required`],
      })
    }
    expect(
      await errorsOf({ wallet: undefined, clientUserId: undefined, paymentDetailsId: undefined }),
    ).toEqual({
      status: 400,
      errors: ['wallet required', 'clientUserId required', 'paymentDetailsId required'],
    })
    expect((await rowsOf(requestId)).targets).toEqual([])
  })

  it('the calldata is rejected for unknown payers and accounts, and for those of other merchants', async () => {
    const requestId = await create()
    const other = await createApprovedPayer(test, 'bea@example.test')
    const { apiKey } = await test.createTenant()
    const foreign = await createApprovedPayer(test, 'ana@elsewhere.test', { 'x-api-key': apiKey })
    for (const [query, code, field] of [
      [{ clientUserId: 'nobody@example.test' }, 'unknown_payer', 'clientUserId'],
      [{ clientUserId: foreign.clientUserId }, 'unknown_payer', 'clientUserId'],
      [{ paymentDetailsId: other.paymentDetailsId }, 'unknown_payment_details', 'paymentDetailsId'],
      [
        { paymentDetailsId: foreign.paymentDetailsId },
        'unknown_payment_details',
        'paymentDetailsId',
      ],
      [{ paymentDetailsId: 'no-uuid' }, 'unknown_payment_details', 'paymentDetailsId'],
    ] as const) {
      const { status, json, text } = await pay(requestId, query)
      expect({ status, code: json.code, errors: json.errors }).toMatchObject({
        status: 400,
        code,
        errors: [{ field, code }],
      })
      expect(text).not.toContain('example.test"')
    }
    expect((await rowsOf(requestId)).targets).toEqual([])
  })

  it('the calldata reveals no payer to a client ID, because client IDs are public', async () => {
    const page = await openPage()
    const requestId = await create()
    const fresh = await createPayer(test, 'gil@example.test')
    const refusals = []
    for (const clientUserId of ['nobody@example.test', fresh.clientUserId, payer.clientUserId]) {
      const query = { clientUserId, paymentDetailsId: fresh.userId }
      const { status, json } = await pay(requestId, query, page)
      refusals.push({ status, code: json.code, detail: json.detail, errors: json.errors })
    }
    expect(refusals[0]).toMatchObject({ status: 400, code: 'unknown_payment_details' })
    expect(refusals).toEqual([refusals[0], refusals[0], refusals[0]])
    const { clientUserId, paymentDetailsId } = fresh
    expect((await pay(requestId, { clientUserId, paymentDetailsId }, page)).json.code).toBe(
      'payer_not_compliant',
    )
  })

  it('the calldata is rejected until the identity, the agreement and the account are approved', async () => {
    const requestId = await create()
    const fresh = await createPayer(test, 'cid@example.test')
    const { clientUserId, paymentDetailsId } = fresh
    const ask = async () => (await pay(requestId, { clientUserId, paymentDetailsId })).json.code
    expect(await ask()).toBe('payer_not_compliant')
    await reportAbout(test, fresh.userId, { kind: 'kyc', status: 'approved' })
    expect(await ask()).toBe('payer_not_compliant')
    await reportAbout(test, fresh.userId, { kind: 'agreement', status: 'completed' })
    expect(await ask()).toBe('payment_details_not_approved')
    expect((await rowsOf(requestId)).targets).toEqual([])
    await reportAbout(test, paymentDetailsId, { kind: 'account', status: 'approved' })
    expect((await pay(requestId, { clientUserId, paymentDetailsId })).status).toBe(200)
  })

  it('the calldata is rejected for an account that the provider rejected', async () => {
    const requestId = await create()
    const fresh = await createApprovedPayer(test, 'dan@example.test')
    const { kysely } = test.host.context.db
    await kysely
      .updateTable('payment_details')
      .set({ status: 'failed' })
      .where('id', '=', fresh.paymentDetailsId)
      .execute()
    expect((await pay(requestId, fresh)).json.code).toBe('payment_details_not_approved')
  })

  it('the calldata sets the payer at each call with an API key, but only at the first call with a client ID', async () => {
    const requestId = await create()
    const page = await openPage()
    const other = await createApprovedPayer(test, 'eve@example.test')
    const asOther = { clientUserId: other.clientUserId, paymentDetailsId: other.paymentDetailsId }
    const target = async () => (await rowsOf(requestId)).targets.map(({ payer_id }) => payer_id)
    expect((await pay(requestId, {}, page)).status).toBe(200)
    expect((await pay(requestId, {}, page)).status).toBe(200)
    expect(await pay(requestId, asOther, page)).toMatchObject({
      status: 403,
      json: { code: 'payment_details_taken' },
    })
    expect(await target()).toEqual([payer.userId])
    expect((await pay(requestId, asOther)).status).toBe(200)
    expect(await target()).toEqual([other.userId])
  })

  it('the calldata can be for a partial amount but not from another chain, and routes show the offramp', async () => {
    const requestId = await create()
    expect((await pay(requestId, { amount: '5' })).status).toBe(200)
    expect((await pay(requestId, { chain: 'devnet', token: 'USDC' })).status).toBe(200)
    expect(await pay(requestId, { chain: 'BASE', token: 'USDC' })).toMatchObject({
      status: 400,
      json: { code: 'unsupported_crosschain', errors: [{ field: 'chain' }] },
    })
    const { json } = await test.call('GET', `/v2/request/${requestId}/routes?wallet=${PAYER}`)
    expect(json.routes).toMatchObject([
      { id: 'REQUEST_NETWORK_PAYMENT', isCryptoToFiat: true, chain: 'DEVNET', token: 'USDC' },
    ])
  })

  it('the calldata is rejected in API version 1 and for a batch', async () => {
    const requestId = await create()
    const { paymentReference } = await read(requestId)
    expect(
      await test.call('GET', `/v1/request/${paymentReference}/pay?wallet=${PAYER}`),
    ).toMatchObject({
      status: 400,
      json: { code: 'unsupported_crypto_to_fiat' },
    })
    const plain = await createRequest(test)
    const body = { requestIds: [plain, requestId] }
    expect(await test.call('POST', '/v2/payouts/batch', { body })).toMatchObject({
      status: 400,
      json: { code: 'unsupported_crypto_to_fiat', errors: [{ field: 'requestIds[1]' }] },
    })
    expect((await rowsOf(requestId)).targets).toEqual([])
  })
})

describe('The payment that completes the request', () => {
  it('the payment that completes the request begins an offramp but does not confirm the request, because the bank transfer is still pending', async () => {
    const requestId = await create()
    await pay(requestId)
    await recordDeposit(test.host, { requestId, units: 5_000_000n })
    expect(await read(requestId)).toMatchObject({ status: 'partially_paid', hasBeenPaid: false })
    expect(await rowsOf(requestId)).toMatchObject({ offramps: [], events: ['payment.partial'] })
    const txHash = await recordDeposit(test.host, { requestId, units: 7_500_000n })
    const { offramps, events } = await rowsOf(requestId)
    expect(events).toEqual(['payment.partial'])
    expect(offramps).toMatchObject([
      {
        id: expect.stringMatching(/^off_[0-9A-HJKMNP-TV-Z]{26}$/),
        payer_id: payer.userId,
        payment_details_id: payer.paymentDetailsId,
        provider: FAKE_OFFRAMP,
        provider_id: null,
        network: 'devnet',
        currency: 'USDC-devnet',
        units: String(UNITS),
        tx_hash: txHash,
        status: 'created',
        next_check_at: expect.any(String),
      },
    ])
    const answer = await read(requestId)
    expect(answer).toMatchObject({
      status: 'processing',
      hasBeenPaid: false,
      paidAmount: '12.5',
      remainingAmount: '0',
      txHash,
    })
    expect(answer).not.toHaveProperty('subStatus')
    expect(await pay(requestId)).toMatchObject({ status: 400, json: { code: 'already_paid' } })
    expect(
      (await test.call('GET', `/v2/request/${requestId}/routes?wallet=${PAYER}`)).json.routes,
    ).toEqual([])
  })

  it('the payment that completes the request appears in every read until the bank transfer is complete', async () => {
    const requestId = await create({ reference: 'told-by-every-read' })
    await pay(requestId)
    await recordDeposit(test.host, { requestId, units: UNITS })
    const { kysely } = test.host.context.db
    const set = (status: 'sending_fiat' | 'returned' | 'delivered') =>
      kysely.updateTable('offramps').set({ status }).where('request_id', '=', requestId).execute()
    const listed = async (status: string) => {
      const { json } = await test.call(
        'GET',
        `/v2/request?reference=told-by-every-read&status=${status}`,
      )
      return json.requests.map(({ requestId: id }: { requestId: string }) => id === requestId)
    }
    expect(await listed('processing')).toEqual([true])
    expect(await listed('created')).toEqual([])
    expect(await listed('paid')).toEqual([])
    await set('sending_fiat')
    expect(await read(requestId)).toMatchObject({ status: 'processing', subStatus: 'sending_fiat' })
    expect((await test.call('GET', `/v2/request/${requestId}/status`)).json).toMatchObject({
      status: 'processing',
      subStatus: 'sending_fiat',
      hasBeenPaid: false,
    })
    const page = await test.call('GET', '/v2/request?reference=told-by-every-read')
    expect(page.json.requests).toMatchObject([{ status: 'processing', subStatus: 'sending_fiat' }])
    await set('returned')
    expect(await read(requestId)).toMatchObject({ subStatus: 'bounced' })
    await set('delivered')
    expect(await read(requestId)).not.toHaveProperty('subStatus')
  })

  it('the payment that completes the request forwards an overpayment in full; later payments are excess', async () => {
    const requestId = await create()
    await pay(requestId)
    await recordDeposit(test.host, { requestId, units: UNITS + 1_000_000n })
    await recordDeposit(test.host, { requestId, units: 2_000_000n })
    const { offramps, events } = await rowsOf(requestId)
    expect(offramps.map(({ units }) => units)).toEqual(['13500000'])
    expect(events).toEqual([])
    expect(await read(requestId)).toMatchObject({ status: 'processing', excessAmount: '3' })
  })

  it('the payment that completes the request waits for a payer if no calldata was requested, and uses the first one named with an API key', async () => {
    const requestId = await create()
    await recordDeposit(test.host, { requestId, units: UNITS })
    const link = async () =>
      (await rowsOf(requestId)).offramps.map(({ payer_id, next_check_at }) => ({
        payer_id,
        isDue: next_check_at !== null,
      }))
    expect(await link()).toEqual([{ payer_id: null, isDue: false }])
    expect(await read(requestId)).toMatchObject({
      status: 'processing',
      note: expect.stringContaining('needs a payer'),
    })
    const page = await openPage()
    expect((await pay(requestId, {}, page)).json.code).toBe('already_paid')
    expect((await pay(requestId, { paymentDetailsId: 'another' })).json.code).toBe(
      'unknown_payment_details',
    )
    expect(await link()).toEqual([{ payer_id: null, isDue: false }])
    expect((await pay(requestId)).json.code).toBe('already_paid')
    expect(await link()).toEqual([{ payer_id: payer.userId, isDue: true }])
    const other = await createApprovedPayer(test, 'fay@example.test')
    expect((await pay(requestId, other)).json.code).toBe('already_paid')
    expect(await link()).toEqual([{ payer_id: payer.userId, isDue: true }])
    expect((await read(requestId)).note).toBeNull()
  })
})
