import { decodePaymentCall } from '@secure-payment/core/evm'
import { type Chains, startChains } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS } from '../support/signIn.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  SECOND_PAYEE,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const LINKS = '/v2/secure-payments'
const PREVIEW = `${LINKS}/fees/preview`
const FEE = { feePercentage: '1', feeAddress: FEE_ADDRESS }
const PAYER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

let chains: Chains
let test: TestHost
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  test = await startTestHost({ ...NO_LIMITS, PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet') })
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await chains[Symbol.asyncDispose]()
})

const item = { ...usdcItem, amount: '100' }
const payout = { recipient: PAYEE, network: 'devnet', currency: 'USDC-devnet', amount: '100' }
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  test.call('POST', path, { body, headers })
const create = (body: object, headers: Record<string, string> = {}) =>
  post(LINKS, { requests: [item], ...body }, headers)
const read = async (token: string) => (await test.call('GET', `${LINKS}/${token}`)).json
const askToPay = async (token: string) =>
  (await test.call('GET', `${LINKS}/${token}/pay?wallet=${PAYER}`)).json

/** Creates a backend client ID and returns the header of its calls. */
async function asServer(body: object): Promise<Record<string, string>> {
  const { status, json } = await post('/v2/client-ids', {
    label: 'Server',
    isBackend: true,
    allowAnyPayee: true,
    ...body,
  })
  expect(status).toBe(201)
  return { 'x-client-id': json.secretClientId }
}
const callAs = async (headers: Record<string, string>, path: string, body: object) =>
  test.call('POST', path, { anonymous: true, headers, body })

describe('The fee plan of a payment', () => {
  it('a payment without a fee has no plan and no bundle', async () => {
    const { json } = await create({})
    expect(json.feePlan).toBeNull()
    expect((await read(json.token)).feePlan).toBeNull()
    expect((await askToPay(json.token)).feeBundle).toBeNull()
  })

  it('a fee is paid on top by default, and the plan states both parts', async () => {
    const { json } = await create(FEE)
    const { grossAmountUsd, totalFeesUsd, payerTotalAmountUsd, ...plan } = json.feePlan
    const gross = Number(grossAmountUsd)
    expect(gross).toBeGreaterThan(0)
    expect(Number(totalFeesUsd)).toBeCloseTo(gross / 100, 6)
    expect(Number(payerTotalAmountUsd)).toBeCloseTo(gross * 1.01, 6)
    expect(plan).toEqual({
      version: 1,
      flow: 'get_paid',
      defaultFeeBearer: 'payer',
      netRecipientAmountUsd: grossAmountUsd,
      payeeBorneFeesUsd: '0',
      payerBorneFeesUsd: totalFeesUsd,
      fees: [
        {
          type: 'platform',
          label: 'Platform fee',
          feeBearer: 'payer',
          feeBearerSource: 'flow_default',
          percentageBps: 100,
          capUsd: null,
          fixedAmountUsd: null,
          calculatedAmountUsd: totalFeesUsd,
          destinationResolver: 'address',
          destinationRef: { evmAddress: FEE_ADDRESS },
          configSource: 'call',
        },
      ],
    })
    const stored = await read(json.token)
    expect(stored.feePlan).toEqual(json.feePlan)
    expect(stored.items[0].fee).toEqual({ percentage: '1', amount: '1', address: FEE_ADDRESS })
    const { json: list } = await test.call('GET', `${LINKS}`)
    const listed = list.securePayments.find(({ token }: { token: string }) => token === json.token)
    expect(listed.feePlan).toEqual(json.feePlan)
  })

  it('a fee that the payee bears is part of the amount in the plan and in the bundle', async () => {
    const { json } = await create({ ...FEE, defaultFeeBearer: 'payee' })
    const { feePlan, token, requestIds } = json
    expect(feePlan).toMatchObject({
      defaultFeeBearer: 'payee',
      payerTotalAmountUsd: feePlan.grossAmountUsd,
      payeeBorneFeesUsd: feePlan.totalFeesUsd,
      payerBorneFeesUsd: '0',
      fees: [{ feeBearer: 'payee', feeBearerSource: 'payment_default_override' }],
    })
    expect((await askToPay(token)).feeBundle).toEqual({
      bundleId: null,
      defaultFeeBearer: 'payee',
      amountSummary: {
        grossAmount: '100',
        netRecipientAmount: '99',
        totalFees: '1',
        payeeBorneFees: '1',
        payerBorneFees: '0',
        payerTotal: '100',
      },
      fees: [
        {
          requestId: requestIds[0],
          feeComponentId: null,
          feeType: 'platform',
          feeLabel: 'Platform fee',
          feeBearer: 'payee',
          amount: '1',
          paymentCurrencyId: 'USDC-devnet',
          network: 'devnet',
          chainId: '31337',
          recipient: FEE_ADDRESS,
        },
      ],
    })
  })

  it('an edit of the amount plans the fee again, with the same bearer', async () => {
    const { json } = await create({ ...FEE, defaultFeeBearer: 'payee' })
    const edit = { revision: 1, amount: '50' }
    const { status } = await test.call('PATCH', `${LINKS}/${json.token}`, { body: edit })
    expect(status).toBe(200)
    const edited = await read(json.token)
    expect(edited.items[0]).toMatchObject({ amount: '50', fee: { amount: '0.5', bearer: 'payee' } })
    expect(Number(edited.feePlan.grossAmountUsd)).toBeCloseTo(
      Number(json.feePlan.grossAmountUsd) / 2,
      4,
    )
    expect(edited.feePlan.fees[0].feeBearerSource).toBe('payment_default_override')
  })

  it('a payment opened from a reusable link has the bearer and the plan of the link', async () => {
    const { json } = await create({ ...FEE, defaultFeeBearer: 'payee', isReusable: true })
    const { json: opened } = await post(`${LINKS}/${json.token}/open`, {})
    const copy = await read(opened.token)
    expect(copy.items[0].fee.bearer).toBe('payee')
    expect(copy.feePlan).toEqual(json.feePlan)
  })

  it.each([
    ['a fee of the whole amount', { ...FEE, feePercentage: '100' }, '100'],
    ['a fee that is rounded up to the whole amount', FEE, '0.000001'],
  ])('the payee cannot bear %s', async (_, fee, amount) => {
    const requests = [{ ...item, amount }]
    const { status, json } = await create({ ...fee, defaultFeeBearer: 'payee', requests })
    expect([status, json.errors[0]]).toEqual([
      400,
      expect.objectContaining({ field: 'requests[0].amount', code: 'fee_reaches_amount' }),
    ])
    expect((await create({ ...fee, requests })).status).toBe(201)
  })

  it('the payee of a payment into a bank account cannot bear the fee of the client ID', async () => {
    const server = await asServer({ ...FEE, feeBearer: 'payee' })
    const usdc = { invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet', amount: '100' }
    const body = { ...usdc, isCryptoToFiatAllowed: true }
    const { status, json } = await callAs(server, '/v2/request', body)
    expect([status, json.code]).toEqual([400, 'fee_bearer_unsupported'])
  })
})

describe('The fee of a payment in a fiat currency', () => {
  const dollars = {
    payee: PAYEE,
    invoiceCurrency: 'USD',
    paymentCurrency: 'USDC-devnet',
    amount: '120.5',
  }
  const fee = { ...FEE, feePercentage: '2.5' }
  const feeOf = (json: { transactions: { data: `0x${string}` }[] }) =>
    decodePaymentCall(json.transactions.at(-1)?.data ?? '0x')

  it('the fee on top is rounded up to the cent in the item, the bundle, the plan and the transaction', async () => {
    // 2.5 % of 120.50 are 3.0125.
    const { json } = await create({ ...fee, requests: [dollars] })
    const { items } = await read(json.token)
    expect(items[0].fee).toEqual({
      percentage: '2.5',
      amount: '3.02',
      address: FEE_ADDRESS,
      isRounded: true,
    })
    expect(json.feePlan).toMatchObject({ totalFeesUsd: '3.02', payerTotalAmountUsd: '123.52' })
    const pay = await askToPay(json.token)
    expect(pay.feeBundle.amountSummary).toMatchObject({ totalFees: '3.02', payerTotal: '123.52' })
    expect(feeOf(pay)).toMatchObject({ feeUnits: 302_000_000n })
  })

  it('an edited amount and a copy of a reusable link have a fee in whole cents as well', async () => {
    const { json } = await create({ ...fee, requests: [dollars] })
    const edit = { revision: 1, amount: '60.25' }
    await test.call('PATCH', `${LINKS}/${json.token}`, { body: edit })
    // 2.5 % of 60.25 are 1.50625.
    expect((await read(json.token)).items[0].fee).toMatchObject({ amount: '1.51', isRounded: true })
    const link = await create({ ...fee, requests: [dollars], isReusable: true })
    const { json: copy } = await post(`${LINKS}/${link.json.token}/open`, {})
    expect((await read(copy.token)).items[0].fee).toMatchObject({ amount: '3.02', isRounded: true })
  })

  it('the fee on a yen amount is rounded up to the yen', async () => {
    const requests = [{ ...dollars, invoiceCurrency: 'JPY', amount: '130' }]
    const { json } = await create({ ...fee, requests })
    expect((await read(json.token)).items[0].fee.amount).toBe('4')
  })

  it('a fee that the payee bears, a fee in a token, and the fee of a call stay exact', async () => {
    const borne = await create({ ...fee, requests: [dollars], defaultFeeBearer: 'payee' })
    const [ofPayee] = (await read(borne.json.token)).items
    expect(ofPayee.fee).toMatchObject({ amount: '3.0125', bearer: 'payee' })
    expect(ofPayee.fee).not.toHaveProperty('isRounded')
    const token = await create({ ...fee, requests: [{ ...item, amount: '120.5' }] })
    expect((await read(token.json.token)).items[0].fee.amount).toBe('3.0125')
    const { json: request } = await post('/v2/request', dollars)
    const query = `wallet=${PAYER}&feePercentage=2.5&feeAddress=${FEE_ADDRESS}`
    const pay = await test.call('GET', `/v2/request/${request.requestId}/pay?${query}`)
    expect(feeOf(pay.json)).toMatchObject({ feeUnits: 301_250_000n })
  })
})

describe('The party that bears the fee of a client ID', () => {
  it.each([
    [{ feeBearer: 'payee' }, {}, 'payee', 'fee_config'],
    [{ feeBearer: 'payee' }, { defaultFeeBearer: 'payer' }, 'payee', 'fee_config'],
    [{ feeBearer: 'payer' }, { defaultFeeBearer: 'payee' }, 'payer', 'fee_config'],
    [{}, { defaultFeeBearer: 'payee' }, 'payee', 'payment_default_override'],
    [{}, {}, 'payer', 'flow_default'],
  ])(
    'a client ID with %j and a call with %j: the %s bears the fee',
    async (own, stated, bearer, source) => {
      const server = await asServer({ ...FEE, ...own })
      for (const [path, body] of [
        [LINKS, { requests: [item], ...stated }],
        [`${LINKS}/payouts`, { ...payout, ...stated }],
      ] as const) {
        const { json } = await callAs(server, path, body)
        expect(json.feePlan.fees[0]).toMatchObject({
          feeBearer: bearer,
          feeBearerSource: source,
          configSource: 'client_id',
        })
        const { fee } = (await read(json.token)).items[0]
        expect(fee.bearer ?? 'payer').toBe(bearer)
      }
      const preview = { amount: '100', currency: 'USDC-devnet', flow: 'pay', ...stated }
      const { json } = await callAs(server, PREVIEW, preview)
      expect(json.fees[0]).toMatchObject({ feeBearer: bearer, feeBearerSource: source })
    },
  )

  it('a page may make the merchant bear a fee only if its client ID does', async () => {
    const { id, clientId } = await test.createClientId({
      label: 'Shop',
      allowedDomains: [SHOP_ORIGIN],
      allowAnyPayee: true,
      ...FEE,
    })
    const page = { 'x-client-id': clientId, origin: SHOP_ORIGIN }
    const body = { requests: [item], defaultFeeBearer: 'payee' }
    const { status, json } = await callAs(page, LINKS, body)
    expect([status, json.code]).toEqual([403, 'fee_not_allowed'])
    expect(json.detail).toContain('may not make the payee bear the fee')

    const own = { feePercentage: '0', feeAddress: FEE_ADDRESS }
    await test.call('PUT', `/v2/client-ids/${id}`, { body: { ...own, feeBearer: 'payee' } })
    const stated = { ...FEE, requests: [item] }
    const { json: onTop } = await callAs(page, LINKS, stated)
    expect(onTop.feePlan.fees[0]).toMatchObject({ feeBearer: 'payer', configSource: 'call' })
    expect((await callAs(page, LINKS, { ...stated, defaultFeeBearer: 'payee' })).status).toBe(403)

    await test.call('PUT', `/v2/client-ids/${id}`, { body: FEE })
    const { json: borne } = await callAs(page, LINKS, { requests: [item] })
    expect(borne.feePlan.fees[0]).toMatchObject({
      feeBearer: 'payee',
      feeBearerSource: 'fee_config',
    })
  })
})

describe('POST /v2/secure-payments/fees/preview', () => {
  it('the preview returns the plan that the same payment would get, and stores nothing', async () => {
    const before = await test.countRows()
    const terms = { ...FEE, defaultFeeBearer: 'payee' }
    const body = { amount: '100', currency: 'USDC-devnet', flow: 'get_paid', ...terms }
    const { status, json } = await post(PREVIEW, body)
    expect(status).toBe(200)
    expect(await test.countRows()).toEqual(before)
    expect((await create(terms)).json.feePlan).toEqual(json)
  })

  it('the preview of a payment in a fiat currency has the fee of that payment, in whole cents', async () => {
    const body = {
      ...FEE,
      feePercentage: '2.5',
      amount: '120.5',
      currency: 'USD',
      flow: 'get_paid',
    }
    const { status, json } = await post(PREVIEW, body)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      grossAmountUsd: '120.5',
      totalFeesUsd: '3.02',
      payerTotalAmountUsd: '123.52',
    })
  })

  it('the preview of a fiat amount is rejected while the host serves no network', async () => {
    await using idle = await startTestHost({
      PAY_NETWORKS: '',
      PAY_RPC_URL_DEVNET: '',
      PAY_RPC_URL_DEVNET_B: '',
      PAY_RPC_URL_BASE: '',
    })
    const body = { amount: '1', currency: 'USD', flow: 'get_paid' }
    const { status, json } = await idle.call('POST', PREVIEW, { body })
    expect(status).toBe(400)
    expect(json.errors[0]).toMatchObject({ field: 'currency', code: 'unknown_currency' })
  })

  it('the preview of a payment without a fee has no fees', async () => {
    const body = { amount: '12.5', currency: 'USDC', flow: 'pay' }
    const { status, json } = await post(PREVIEW, body)
    expect(status).toBe(200)
    expect(json).toMatchObject({ flow: 'pay', totalFeesUsd: '0', fees: [] })
    expect(json.payerTotalAmountUsd).toBe(json.grossAmountUsd)
  })

  it.each([
    [{ currency: 'NOPE' }, 'unknown_currency'],
    [{ currency: 'USD', amount: '1.001' }, 'too_many_decimals'],
    [{ amount: '1.0000001' }, 'too_many_decimals'],
    [{ ...FEE, defaultFeeBearer: 'payee', amount: '0.000001' }, 'fee_reaches_amount'],
    [{ defaultFeeBearer: 'both' }, 'invalid_value'],
  ])('the preview rejects %j', async (change, code) => {
    const body = { amount: '1', currency: 'USDC-devnet', flow: 'get_paid', ...change }
    const { status, json } = await post(PREVIEW, body)
    expect([status, json.errors[0].code]).toEqual([400, code])
  })
})

describe('Payouts whose recipient bears the fee', () => {
  it('links that are combined keep their bearers, and their plans add up', async () => {
    const server = await asServer({ ...FEE, feeBearer: 'payee' })
    const links = []
    for (const recipient of [PAYEE, SECOND_PAYEE]) {
      links.push((await callAs(server, `${LINKS}/payouts`, { ...payout, recipient })).json)
    }
    const childTokens = links.map(({ token }) => token)
    const { json } = await callAs(server, `${LINKS}/multicall-payouts`, { childTokens })
    const { json: state } = await test.call('GET', `${LINKS}/multicall-payouts/${json.token}`)
    expect(state.children.map(({ feePlan }: { feePlan: unknown }) => feePlan)).toEqual(
      links.map(({ feePlan }) => feePlan),
    )
    expect(state.analytics).toEqual({ numberOfPaymentsExcludingFees: 2 })
    expect(state.totals.amountSummary).toMatchObject({
      grossAmount: '200',
      netRecipientAmount: '198',
      payeeBorneFees: '2',
      payerTotal: '200',
    })
    const { feePlan } = await read(json.token)
    const [first] = links
    expect(Number(feePlan.grossAmountUsd)).toBeCloseTo(2 * Number(first?.feePlan.grossAmountUsd), 4)
    expect(feePlan.fees).toHaveLength(1)
  })

  it('a payout and a batch of payouts pay the recipient the amount less the fee', async () => {
    const body = { ...item, ...FEE, defaultFeeBearer: 'payee' }
    const { status, json } = await post('/v2/payouts', body)
    expect(status).toBe(201)
    expect(decodePaymentCall(json.transactions.at(-1).data)).toMatchObject({
      amountUnits: 99_000_000n,
      feeUnits: 1_000_000n,
    })
    const { json: request } = await test.call('GET', `/v2/request/${json.requestId}/pay`)
    expect(request.transactions).toEqual(json.transactions)
    const batch = { requests: [item, { ...item, payee: SECOND_PAYEE }], ...FEE }
    const { json: onTop } = await post('/v2/payouts/batch', batch)
    const { json: borne } = await post('/v2/payouts/batch', { ...batch, defaultFeeBearer: 'payee' })
    expect(borne.batchPaymentTransaction.data).not.toBe(onTop.batchPaymentTransaction.data)
  })

  it('a fee in a call that pays does not replace the fee that the payee bears', async () => {
    const { json } = await post('/v2/payouts', { ...item, ...FEE, defaultFeeBearer: 'payee' })
    const query = new URLSearchParams({ feePercentage: '50', feeAddress: SECOND_PAYEE })
    const { json: asked } = await test.call('GET', `/v2/request/${json.requestId}/pay?${query}`)
    expect(asked.transactions).toEqual(json.transactions)
  })
})
