import { createPaymentReference } from '@secure-payment/core'
import { getNetwork } from '@secure-payment/core/networks'
import { keccak256, toBytes } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StatedChain, seedMore, seedPaid, stateChain } from '../support/refundWorld.ts'
import { seedPayments } from '../support/seedPayments.ts'
import { NO_LIMITS, registerAccount } from '../support/signIn.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  PAYER,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'

const DEVNET = getNetwork('devnet')
const TOKEN = DEVNET.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? ''
const PROXY = DEVNET.contracts.ERC20FeeProxy?.address ?? ''
const ZERO = `0x${'0'.repeat(40)}`
const NOBODY = '01KB6A1B2C3D4E5F6G7H8J9KAB'

let test: TestHost
let chain: StatedChain
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  chain = stateChain(test)
})
afterAll(() => test[Symbol.asyncDispose]())

const refund = (paymentId: string, body: object, options: object = {}) =>
  test.call('POST', `/v2/payments/${paymentId}/refunds`, { body, ...options })
const refundRequest = (requestId: string, body: object) =>
  test.call('POST', `/v2/request/${requestId}/refunds`, { body })
const read = async (id: string) => (await test.call('GET', `/v2/refunds/${id}`)).json
const cancel = (id: string) => test.call('POST', `/v2/refunds/${id}/cancel`)
const eventsOf = async (requestId: string) => {
  const rows = await test.host.context.db.kysely
    .selectFrom('events')
    .select('body')
    .where('request_id', '=', requestId)
    .orderBy('sequence')
    .execute()
  return rows.map(({ body }) => JSON.parse(body))
}
const countRefunds = async () =>
  (await test.host.context.db.kysely.selectFrom('refunds').select('id').execute()).length

describe('A refund of a payment', () => {
  it('a refund of a payment is a payout of the tokens that arrived, to the wallet that paid', async () => {
    const payment = await seedPaid(test, {}, { reference: 'ORDER-1' })
    const { status, json } = await refund(payment.id, { amount: 'all', reason: 'Returned goods' })
    expect([status, json]).toMatchObject([
      201,
      {
        status: 'open',
        paymentId: payment.id,
        requestId: payment.request_id,
        reference: 'ORDER-1',
        paymentTxHash: payment.tx_hash,
        paymentLogIndex: 0,
        approvalId: null,
        network: 'devnet',
        currency: 'USDC-devnet',
        amount: '12.5',
        invoiceCurrency: 'USDC-devnet',
        amountInInvoiceCurrency: null,
        amountPaid: '0',
        recipient: PAYER,
        reason: 'Returned goods',
        txHash: null,
        isPaymentOnChain: true,
        confirmedAt: null,
        cancelledAt: null,
      },
    ])
    expect(await read(json.id)).toEqual(json)
    const row = await test.host.context.db.kysely
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', json.refundRequestId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      is_payout: 1,
      payee: PAYER,
      expected_units: '12500000',
      payment_currency: 'USDC-devnet',
      reference: null,
      fee_units: '0',
    })
    // The reference can be recomputed from the records.
    const text = `refund:devnet:${payment.tx_hash}:0:${json.id}`.toLowerCase()
    const salt = keccak256(toBytes(text)).slice(-16)
    expect(row.salt).toBe(salt)
    expect(json.paymentReference).toBe(createPaymentReference(row.id, salt, PAYER))
    expect(await eventsOf(row.id)).toMatchObject([
      {
        event: 'refund.created',
        sequence: 1,
        refundId: json.id,
        requestId: payment.request_id,
        refundRequestId: row.id,
        reference: 'ORDER-1',
        amount: '12.5',
        currency: 'USDC',
        recipient: PAYER,
        reason: 'Returned goods',
      },
    ])
    const { entries } = (await test.call('GET', '/v2/audit-log?action=refund.created')).json
    expect(entries[0]).toMatchObject({ objectId: json.id })
  })

  it('a refund of a payment in parts never exceeds the payment, and the error names the remaining amount', async () => {
    const payment = await seedPaid(test)
    for (const amount of ['5', '7.4']) {
      expect((await refund(payment.id, { amount })).status).toBe(201)
    }
    const before = await countRefunds()
    for (const amount of ['0.100001', '12.5']) {
      expect(await refund(payment.id, { amount })).toMatchObject({
        status: 409,
        json: { code: 'refund_exceeds_payment', remaining: '0.1', currency: 'USDC' },
      })
    }
    expect(await countRefunds()).toBe(before)
    expect((await refund(payment.id, { amount: 'all' })).json.amount).toBe('0.1')
    expect(await refund(payment.id, { amount: 'all' })).toMatchObject({
      status: 409,
      json: { code: 'refund_exceeds_payment', remaining: '0' },
    })
  })

  it('a refund of a payment is limited by the amount that the payee received, not by the amount that the payer sent', async () => {
    const payment = await seedPaid(test, { amount_units: '12500000', credited_units: '12000000' })
    expect((await refund(payment.id, { amount: '12.000001' })).json.remaining).toBe('12')
    expect((await refund(payment.id, { amount: 'all' })).json.amount).toBe('12')
  })

  it('a refund of a converted payment has both amounts, at the payment’s rate', async () => {
    const converted = { invoiceCurrency: 'EUR', paymentCurrency: 'USDC-devnet', amount: '30' }
    const payment = await seedPaid(
      test,
      // 30 EUR at 1.1 USDC per EUR.
      {
        credited_units: '33000000',
        request_units: '3000000000',
        conversion_rate: '1.1',
        rate_source: 'chainlink',
        type: 'conversion',
      },
      converted,
    )
    const first = await refund(payment.id, { amountInInvoiceCurrency: '3.33333333' })
    // 3.33333333 × 1.1 = 3.666666663, rounded down to 6 decimals.
    expect(first.json).toMatchObject({
      amount: '3.666666',
      invoiceCurrency: 'EUR',
      amountInInvoiceCurrency: '3.33333333',
    })
    const second = await refund(payment.id, { amount: '11' })
    expect(second.json).toMatchObject({ amount: '11', amountInInvoiceCurrency: '10' })
    const third = await refund(payment.id, { amount: 'all' })
    // 18.333334 / 1.1 = 16.66666727…
    expect(third.json).toMatchObject({
      amount: '18.333334',
      amountInInvoiceCurrency: '16.66666727',
    })
    expect((await refund(payment.id, { amountInInvoiceCurrency: '0.01' })).json).toMatchObject({
      code: 'refund_exceeds_payment',
      remaining: '0',
    })
  })

  it('a refund of a whole converted payment is worth exactly the credited amount', async () => {
    const payment = await seedPaid(
      test,
      {
        credited_units: '32999999',
        request_units: '3000000000',
        conversion_rate: '1.1',
        rate_source: 'chainlink',
      },
      { invoiceCurrency: 'EUR', paymentCurrency: 'USDC-devnet', amount: '30' },
    )
    expect((await refund(payment.id, { amount: 'all' })).json).toMatchObject({
      amount: '32.999999',
      amountInInvoiceCurrency: '30',
    })
  })

  it('a refund of a payment is rejected once its request has too many refunds', async () => {
    const payment = await seedPaid(test)
    const { json } = await refund(payment.id, { amount: '0.000001' })
    const { kysely } = test.host.context.db
    const template = await kysely
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', json.id)
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: 999 }, (_, index) => ({
      ...template,
      ...{ id: `${template.id.slice(0, -4)}${1_000 + index}`, refund_request_id: `copy ${index}` },
    }))
    for (const part of [copies.slice(0, 500), copies.slice(500)]) {
      await kysely.insertInto('refunds').values(part).execute()
    }
    expect(await refund(payment.id, { amount: '1' })).toMatchObject({
      status: 409,
      json: { code: 'too_many_refunds' },
    })
    // Cancelled refunds do not count towards this maximum.
    await kysely
      .updateTable('refunds')
      .set({ cancelled_at: template.created_at })
      .where('refund_request_id', 'like', 'copy %')
      .execute()
    expect((await refund(payment.id, { amount: '1' })).status).toBe(201)
  })

  it('a refund of a payment is created once per Idempotency-Key', async () => {
    const payment = await seedPaid(test)
    const options = { headers: { 'idempotency-key': 'refund-1' } }
    const one = await refund(payment.id, { amount: '1' }, options)
    const two = await refund(payment.id, { amount: '1' }, options)
    expect([two.status, two.json]).toEqual([201, one.json])
    const { refunds } = (await test.call('GET', `/v2/refunds?paymentId=${payment.id}`)).json
    expect(refunds).toHaveLength(1)
  })

  it('a refund of a payment returns 404 for unknown payments and for another merchant’s payments', async () => {
    const payment = await seedPaid(test)
    const { apiKey } = await test.createTenant()
    const other = { anonymous: true, headers: { 'x-api-key': apiKey } }
    for (const answer of [
      await refund(NOBODY, { amount: 'all' }),
      await refund('x', { amount: 'all' }),
      await refund(payment.id, { amount: 'all' }, other),
    ]) {
      expect(answer).toMatchObject({ status: 404, json: { code: 'payment_not_found' } })
    }
    const { json } = await refund(payment.id, { amount: 'all' })
    expect((await test.call('GET', `/v2/refunds/${json.id}`, other)).status).toBe(404)
    expect((await test.call('POST', `/v2/refunds/${json.id}/cancel`, other)).status).toBe(404)
    expect((await test.call('GET', '/v2/refunds', other)).json.refunds).toEqual([])
    expect((await test.call('GET', '/v2/refunds/x')).json.code).toBe('refund_not_found')
  })

  it.each([
    ['nothing', {}, 'amount', 'required'],
    [
      'both amounts',
      { amount: '1', amountInInvoiceCurrency: '1' },
      'amountInInvoiceCurrency',
      'conflicting_fields',
    ],
    ['zero', { amount: '0' }, 'amount', 'amount_not_positive'],
    ['a word', { amount: 'excess' }, 'amount', 'invalid_amount'],
    ['a number', { amount: 1 }, 'amount', 'invalid_type'],
    ['too many decimals', { amount: '1.0000001' }, 'amount', 'too_many_decimals'],
    [
      'an invoiced amount without a conversion',
      { amountInInvoiceCurrency: '1' },
      'amountInInvoiceCurrency',
      'not_converted',
    ],
    ['a long reason', { amount: 'all', reason: 'x'.repeat(501) }, 'reason', 'too_long'],
    ['the zero address', { amount: 'all', recipient: ZERO }, 'recipient', 'zero_address'],
    ['a token', { amount: 'all', recipient: TOKEN }, 'recipient', 'payee_is_contract'],
    ['a payment contract', { amount: 'all', recipient: PROXY }, 'recipient', 'payee_is_contract'],
    [
      'the payment’s own payee',
      { amount: 'all', recipient: PAYEE },
      'recipient',
      'recipient_is_payee',
    ],
    [
      'a wrong checksum',
      { amount: 'all', recipient: `0x${'aB'.repeat(20)}` },
      'recipient',
      'invalid_address',
    ],
    [
      'a Tron address',
      { amount: 'all', recipient: 'TXJgMdjVX5dKiQaUi9QobwNxtSQaFqccvd' },
      'recipient',
      'invalid_address',
    ],
  ])('creating a refund rejects %s and stores nothing', async (_, body, field, code) => {
    const payment = await seedPaid(test)
    const before = await countRefunds()
    const { status, json } = await refund(payment.id, body)
    expect([status, json.errors?.[0]]).toMatchObject([400, { field, code }])
    expect(await countRefunds()).toBe(before)
  })

  it('a refund of a payment is not possible for a payout', async () => {
    const payment = await seedPaid(test)
    const { db } = test.host.context
    await db.kysely
      .updateTable('requests')
      .set({ is_payout: 1 })
      .where('id', '=', payment.request_id)
      .execute()
    const unsupported = { status: 409, json: { code: 'refund_unsupported', reason: 'payout' } }
    expect(await refund(payment.id, { amount: 'all' })).toMatchObject(unsupported)
    expect(await refundRequest(payment.request_id, { amount: 'all' })).toMatchObject(unsupported)
  })

  it('a refund of a payment is not possible for money that a provider pays into a bank account', async () => {
    const payment = await seedPaid(test)
    await test.host.context.db.kysely
      .updateTable('requests')
      .set({ offramp_provider: 'sandbox' })
      .where('id', '=', payment.request_id)
      .execute()
    const unsupported = {
      status: 409,
      json: { code: 'refund_unsupported', reason: 'crypto_to_fiat' },
    }
    expect(await refund(payment.id, { amount: 'all' })).toMatchObject(unsupported)
    expect(await refundRequest(payment.request_id, { amount: 'all' })).toMatchObject(unsupported)
  })
})

describe('The recipient of a refund', () => {
  const needed = (reason: string) => ({
    status: 409,
    json: { code: 'refund_recipient_needed', reason },
  })

  it('a refund needs a recipient if the payer is unknown, a contract, the payee itself, or on another network', async () => {
    const unknown = await seedPaid(test, { payer: null })
    expect(await refund(unknown.id, { amount: 'all' })).toMatchObject(needed('unknown'))
    const bridged = await seedPaid(test, {
      source_network: 'base',
      source_tx_hash: `0x${'1'.repeat(64)}`,
    })
    const answer = await refund(bridged.id, { amount: 'all' })
    expect(answer).toMatchObject(needed('bridge'))
    // The error names the source wallet.
    expect(answer.json.payerAddress).toBe(PAYER)
    // The merchant paid this request from the payee's wallet, which would pay itself.
    const own = await seedPaid(test, { payer: PAYEE })
    expect(await refund(own.id, { amount: 'all' })).toMatchObject(needed('payee'))
    expect((await refund(own.id, { amount: '1', recipient: PAYER })).status).toBe(201)
    const contract = await seedPaid(test, { payer: FEE_ADDRESS })
    chain.contracts.add(FEE_ADDRESS)
    expect(await refund(contract.id, { amount: 'all' })).toMatchObject(needed('contract'))
    expect((await refund(contract.id, { amount: '1', recipient: FEE_ADDRESS })).status).toBe(201)
    const other = await refund(bridged.id, { amount: '1', recipient: FEE_ADDRESS })
    expect([other.status, other.json.errors[0].code]).toEqual([400, 'recipient_is_contract'])
    expect(
      (await refund(bridged.id, { amount: '1', recipient: SECOND_PAYEE })).json.recipient,
    ).toBe(SECOND_PAYEE)
  })

  it('a refund needs a recipient if the transaction’s sender paid through another contract', async () => {
    const payment = await seedPaid(test)
    chain.transactions.set(payment.tx_hash, { from: PAYER.toLowerCase(), to: SECOND_PAYEE })
    expect(await refund(payment.id, { amount: 'all' })).toMatchObject(needed('contract'))
    chain.transactions.set(payment.tx_hash, null)
    expect(await refund(payment.id, { amount: 'all' })).toMatchObject(needed('unknown'))
    // The tokens' owner is known, regardless of the transaction's sender.
    chain.transactions.set(payment.tx_hash, { from: SECOND_PAYEE, to: FEE_ADDRESS })
    expect((await refund(payment.id, { amount: '1' })).status).toBe(201)
    // An account with delegated code sends transactions to itself.
    chain.transactions.set(payment.tx_hash, { from: PAYER, to: PAYER })
    expect((await refund(payment.id, { amount: '1' })).status).toBe(201)
  })
})

describe('Refunding a request', () => {
  const amountsOf = (refunds: { amount: string }[]) => refunds.map(({ amount }) => amount)

  it('refunding a request refunds its newest payments first, and creates all refunds or none', async () => {
    const first = await seedPaid(test, { credited_units: '5000000' })
    const second = await seedMore(test, { request_id: first.request_id, credited_units: '7500000' })
    const { json } = await refundRequest(first.request_id, { amount: '8', reason: 'Part' })
    expect(amountsOf(json.refunds)).toEqual(['7.5', '0.5'])
    expect(json.refunds.map(({ paymentId }: { paymentId: string }) => paymentId)).toEqual([
      second.id,
      first.id,
    ])
    expect(await refundRequest(first.request_id, { amount: '4.6' })).toMatchObject({
      status: 409,
      json: { code: 'refund_exceeds_payment', remaining: '4.5' },
    })
    expect(
      amountsOf((await refundRequest(first.request_id, { amount: 'all' })).json.refunds),
    ).toEqual(['4.5'])
    const { refunds } = (await test.call('GET', `/v2/refunds?requestId=${first.request_id}`)).json
    expect(amountsOf(refunds).sort()).toEqual(['0.5', '4.5', '7.5'])
  })

  it('refunding a request returns 404 for an unknown request and for another merchant’s request', async () => {
    const payment = await seedPaid(test)
    const { apiKey } = await test.createTenant()
    const other = { anonymous: true, headers: { 'x-api-key': apiKey } }
    const path = (id: string) => `/v2/request/${id}/refunds`
    const body = { amount: 'all' }
    for (const answer of [
      await test.call('POST', path(payment.request_id), { ...other, body }),
      await test.call('POST', path(`01${'0'.repeat(64)}`), { body }),
      await test.call('POST', path('x'), { body }),
    ]) {
      expect(answer).toMatchObject({ status: 404, json: { code: 'request_not_found' } })
    }
    // No refund was created, so the whole amount is left.
    const { json } = await refundRequest(payment.request_id, body)
    expect(json.refunds).toMatchObject([{ amount: '12.5' }])
  })

  it('refunding a request refunds the excess once', async () => {
    const payment = await seedPaid(test)
    expect(await refundRequest(payment.request_id, { amount: 'excess' })).toMatchObject({
      status: 409,
      json: { code: 'refund_exceeds_payment', remaining: '0' },
    })
    await seedMore(test, { request_id: payment.request_id, credited_units: '12500000' })
    const { json } = await refundRequest(payment.request_id, { amount: 'excess' })
    expect(amountsOf(json.refunds)).toEqual(['12.5'])
    expect((await refundRequest(payment.request_id, { amount: 'excess' })).status).toBe(409)
    // Once the refund is cancelled, the excess can be refunded again.
    await cancel(json.refunds[0].id)
    const again = await refundRequest(payment.request_id, { amount: 'excess' })
    expect(amountsOf(again.json.refunds)).toEqual(['12.5'])
  })

  it('refunding a request refunds the excess once, regardless of simultaneous calls', async () => {
    // One payment of 25 pays a request for 12.5, so half of the payment is the excess.
    const { request_id } = await seedPaid(test, { credited_units: '25000000' })
    const { chains } = test.host.context
    const { get } = chains
    let waiting = 0
    const arrived = Promise.withResolvers<void>()
    // All calls read the excess before the first call stores its refund.
    chains.get = (networkId) => ({
      ...get(networkId),
      readAccount: async (...facts) => {
        waiting += 1
        if (waiting === 4) arrived.resolve()
        await arrived.promise
        return get(networkId).readAccount(...facts)
      },
    })
    const calls = await Promise.all(
      Array.from({ length: 4 }, () => refundRequest(request_id, { amount: 'excess' })),
    )
    chains.get = get
    expect(calls.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  it('refunding a request refunds the excess less the amount that earlier refunds actually paid', async () => {
    const { request_id } = await seedPaid(test, { credited_units: '30000000' })
    // A payment of 30 for 12.5 leaves an excess of 17.5. A refund of 5 is paid with 15, so 2.5 is left.
    const { json } = await refundRequest(request_id, { amount: '5' })
    const [first] = json.refunds
    await test.host.context.db.kysely
      .updateTable('requests')
      .set({ paid_units: '15000000' })
      .where('id', '=', first.refundRequestId)
      .execute()
    const rest = await refundRequest(request_id, { amount: 'excess' })
    expect(amountsOf(rest.json.refunds)).toEqual(['2.5'])
  })

  it('refunding a request refunds the whole remaining excess after a refund of the newest payment', async () => {
    const { request_id } = await seedPaid(test, { credited_units: '30000000' })
    const newest = await seedMore(test, { request_id, credited_units: '5000000' })
    await refund(newest.id, { amount: 'all' })
    // Payments of 35 for 12.5 leave an excess of 22.5, of which 5 is refunded.
    const { json } = await refundRequest(request_id, { amount: 'excess' })
    expect(amountsOf(json.refunds)).toEqual(['17.5'])
  })

  it('refunding a request converts the excess at the rate of each payment', async () => {
    const converted = { conversion_rate: '1.1', rate_source: 'chainlink' as const }
    const first = await seedPaid(
      test,
      { ...converted, credited_units: '33000000', request_units: '3000000000' },
      { invoiceCurrency: 'EUR', paymentCurrency: 'USDC-devnet', amount: '30' },
    )
    const { json } = await refundRequest(first.request_id, { amount: 'all' })
    expect(json.refunds).toMatchObject([{ amount: '33', amountInInvoiceCurrency: '30' }])
    await cancel(json.refunds[0].id)
    await seedMore(test, {
      request_id: first.request_id,
      ...{ credited_units: '12000000', request_units: '1000000000' },
      ...{ ...converted, conversion_rate: '1.2' },
    })
    const excess = await refundRequest(first.request_id, { amount: 'excess' })
    expect(excess.json.refunds).toMatchObject([{ amount: '12', amountInInvoiceCurrency: '10' }])
    expect((await refundRequest(first.request_id, { amount: 'excess' })).status).toBe(409)
  })

  it('refunding a request is rejected as a whole if one of the refunds needs a recipient', async () => {
    const first = await seedPaid(test)
    await seedMore(test, { request_id: first.request_id, payer: null })
    const before = await countRefunds()
    expect((await refundRequest(first.request_id, { amount: '20' })).json).toMatchObject({
      code: 'refund_recipient_needed',
      reason: 'unknown',
    })
    expect(await countRefunds()).toBe(before)
    expect((await refundRequest('x', { amount: 'all' })).status).toBe(404)
  })

  it('refunding a request skips payments without a safe recipient, and names them', async () => {
    const first = await seedPaid(test)
    const { request_id } = first
    const unknown = await seedMore(test, { request_id, payer: null, credited_units: '7500000' })
    const own = await seedMore(test, { request_id, payer: PAYEE, credited_units: '5000000' })
    const excess = await refundRequest(request_id, { amount: 'excess' })
    // The later payers paid the excess, so the first payer gets nothing back.
    expect(excess).toMatchObject({ status: 409, json: { code: 'refund_recipient_needed' } })
    const { json } = await refundRequest(request_id, { amount: 'all' })
    expect(json.refunds).toMatchObject([{ paymentId: first.id, amount: '12.5' }])
    expect(json.notRefunded).toEqual([
      { paymentId: unknown.id, amount: '7.5', reason: 'unknown' },
      { paymentId: own.id, amount: '5', reason: 'payee' },
    ])
    expect(await refundRequest(request_id, { amount: 'all' })).toMatchObject({
      status: 409,
      json: { code: 'refund_recipient_needed', paymentId: own.id },
    })
  })

  it('refunding a request is not blocked by dust from strangers', async () => {
    const large = await seedPaid(test)
    const { request_id } = large
    const double = await seedMore(test, { request_id })
    chain.contracts.add(SECOND_PAYEE)
    const { context } = test.host
    const block_number = double.block_number + 1n
    const dust = { request_id, payer: SECOND_PAYEE, block_number }
    await seedPayments(
      context,
      Array.from({ length: 1_010 }, () => dust),
    )
    await context.db.kysely
      .updateTable('requests')
      .set({ paid_units: '25001010' })
      .where('id', '=', request_id)
      .execute()
    const part = await refundRequest(request_id, { amount: '3' })
    expect(part.json.refunds).toMatchObject([{ paymentId: double.id, amount: '3' }])
    expect(part.json.notRefunded).toEqual([])
    const excess = await refundRequest(request_id, { amount: 'excess' })
    expect(excess.json.refunds).toMatchObject([{ paymentId: double.id, amount: '9.5' }])
    expect(excess.json.notRefunded).toHaveLength(100)
    expect(excess.json.notRefunded[1]).toMatchObject({ amount: '0.000001', reason: 'dust' })
    const all = await refundRequest(request_id, { amount: 'all' })
    expect(all.json.refunds).toMatchObject([{ paymentId: large.id, amount: '12.5' }])
    chain.contracts.delete(SECOND_PAYEE)
  })
})

describe('Cancelling a refund', () => {
  it('cancelling a refund frees its amount, and reports it once', async () => {
    const payment = await seedPaid(test)
    const { json } = await refund(payment.id, { amount: 'all' })
    const cancelled = await cancel(json.id)
    expect([cancelled.status, cancelled.json]).toMatchObject([
      200,
      { id: json.id, status: 'cancelled', cancelledAt: expect.any(String) },
    ])
    expect((await cancel(json.id)).json).toEqual(cancelled.json)
    expect((await eventsOf(json.refundRequestId)).map(({ event }) => event)).toEqual([
      'refund.created',
      'refund.cancelled',
    ])
    expect((await test.call('GET', `/v2/request/${json.refundRequestId}/pay`)).status).toBe(410)
    expect((await refund(payment.id, { amount: 'all' })).status).toBe(201)
  })

  it('cancelling a refund is rejected once a payment is on chain', async () => {
    const payment = await seedPaid(test)
    const { json } = await refund(payment.id, { amount: 'all' })
    const pending = {
      ...{ network: 'devnet', tx_hash: `0x${'7'.repeat(64)}`, log_index: 0 },
      ...{ request_id: json.refundRequestId, block_number: 1n, amount_units: '12500000' },
      ...{ payer: null, seen_at: new Date().toISOString() },
    }
    const { kysely } = test.host.context.db
    await kysely.insertInto('pending_payments').values(pending).execute()
    expect(await cancel(json.id)).toMatchObject({
      status: 409,
      json: { code: 'refund_not_cancellable', reason: 'seen' },
    })
    expect((await read(json.id)).status).toBe('processing')
    await kysely.deleteFrom('pending_payments').execute()
    await seedMore(test, { request_id: json.refundRequestId })
    expect(await cancel(json.id)).toMatchObject({
      status: 409,
      json: { code: 'refund_not_cancellable', reason: 'paid' },
    })
  })

  it('cancelling a refund’s request cancels the refund too', async () => {
    const payment = await seedPaid(test)
    const { json } = await refund(payment.id, { amount: 'all' })
    expect((await test.call('POST', `/v2/request/${json.refundRequestId}/cancel`)).status).toBe(200)
    expect((await read(json.id)).status).toBe('cancelled')
  })
})

describe('A refund above the approval limit', () => {
  const limit = (cents: bigint | null) =>
    test.host.context.db.kysely
      .updateTable('tenants')
      .set({ approval_limit_cents: cents })
      .execute()

  it('a refund above the approval limit waits for a second member, and can then be paid', async () => {
    const payment = await seedPaid(test)
    await limit(100n)
    const { status, json } = await refund(payment.id, { amount: '10' })
    expect([status, json]).toMatchObject([
      202,
      { status: 'waiting_for_approval', approvalId: expect.any(String) },
    ])
    expect(await read(json.id)).toEqual(json)
    expect(await eventsOf(json.refundRequestId)).toMatchObject([{ isWaitingForApproval: true }])
    expect((await test.call('GET', `/v2/request/${json.refundRequestId}/pay`)).json.code).toBe(
      'awaiting_approval',
    )
    // The refund reduces the remaining amount even while it waits for approval.
    expect((await refund(payment.id, { amount: '3' })).json.remaining).toBe('2.5')
    const { kysely } = test.host.context.db
    await kysely
      .updateTable('approvals')
      .set({ status: 'approved' })
      .where('id', '=', json.approvalId)
      .execute()
    expect((await read(json.id)).status).toBe('open')
    await limit(null)
  })

  it('a refund above the approval limit cannot be cancelled alone if it shares its approval with other refunds, and otherwise ends its approval', async () => {
    const first = await seedPaid(test, { credited_units: '5000000' })
    await seedMore(test, { request_id: first.request_id, credited_units: '7500000' })
    await limit(100n)
    const { status, json } = await refundRequest(first.request_id, { amount: 'all' })
    expect(status).toBe(202)
    expect((await cancel(json.refunds[0].id)).json).toMatchObject({
      code: 'refund_not_cancellable',
      reason: 'approval',
    })
    const { refundRequestId } = json.refunds[0]
    const byRequest = await test.call('POST', `/v2/request/${refundRequestId}/cancel`)
    expect(byRequest).toMatchObject({ status: 409, json: { code: 'refund_not_cancellable' } })
    expect((await read(json.refunds[1].id)).status).toBe('waiting_for_approval')
    const payment = await seedPaid(test)
    const one = await refund(payment.id, { amount: 'all' })
    expect((await cancel(one.json.id)).json.status).toBe('cancelled')
    const approval = await test.host.context.db.kysely
      .selectFrom('approvals')
      .select('status')
      .where('id', '=', one.json.approvalId)
      .executeTakeFirstOrThrow()
    expect(approval.status).toBe('cancelled')
    await limit(null)
  })
})

describe('The refunded amount', () => {
  it('the refunded amount appears in the secure payment’s item once a refund has been paid', async () => {
    const { token, requestIds } = await test.createPayment()
    const [request_id = ''] = requestIds
    const payment = await seedMore(test, { request_id })
    await test.host.context.db.kysely
      .updateTable('secure_payments')
      .set({ status: 'completed' })
      .where('token', '=', token)
      .execute()
    const item = async () => {
      const { json, text } = await test.call('GET', `/v2/secure-payments/${token}?completed=show`)
      if (json.items === undefined) throw new Error(text)
      return json.items[0]
    }
    const { json } = await refund(payment.id, { amount: '2.5' })
    expect(await item()).not.toHaveProperty('refundStatus')
    await seedMore(test, { request_id: json.refundRequestId, credited_units: '2500000' })
    expect(await item()).toMatchObject({ refundedAmount: '2.5', refundStatus: 'partial' })
    const rest = await refund(payment.id, { amount: 'all' })
    await seedMore(test, { request_id: rest.json.refundRequestId, credited_units: '10000000' })
    expect(await item()).toMatchObject({ refundedAmount: '12.5', refundStatus: 'full' })
    const { payments } = (await test.call('GET', `/v2/payments?requestId=${request_id}`)).json
    expect(payments).toMatchObject([{ refundedAmount: '12.5', refundStatus: 'full' }])
  })

  it('the refunded amount counts as paid out, and does not change the received total', async () => {
    const at = (time: string) => ({ block_time: `2026-04-10T${time}:00.000Z` })
    const payment = await seedPaid(test, { ...at('10:00'), amount_in_usd: '12.5' })
    const { json } = await refund(payment.id, { amount: '5' })
    const totals = async () => {
      const query = 'fromDate=2026-04-10&toDate=2026-04-10'
      const { received, paidOut } = (await test.call('GET', `/v2/payments/totals?${query}`)).json
      return [received, paidOut].map(({ paymentCount, amountInUsd }) => [paymentCount, amountInUsd])
    }
    expect(await totals()).toEqual([
      [1, '12.5'],
      [0, '0'],
    ])
    const paying = { request_id: json.refundRequestId, credited_units: '5000000' }
    await seedMore(test, { ...paying, ...at('11:00'), amount_in_usd: '5' })
    expect(await totals()).toEqual([
      [1, '12.5'],
      [1, '5'],
    ])
  })
})

describe('The refund list', () => {
  it('the refund list has pages, newest first, and filters', async () => {
    const payment = await seedPaid(test, {}, { reference: 'ORDER-LIST' })
    const ids: string[] = []
    for (const amount of ['1', '2', '3']) {
      test.clock.advance(1_000)
      ids.push((await refund(payment.id, { amount })).json.id)
    }
    await cancel(ids[1] ?? '')
    const list = async (query: string) => (await test.call('GET', `/v2/refunds?${query}`)).json
    const idsOf = ({ refunds }: { refunds: { id: string }[] }) => refunds.map(({ id }) => id)
    const newest = ids.toReversed()
    const page = await list('reference=ORDER-LIST&limit=2')
    expect(idsOf(page)).toEqual(newest.slice(0, 2))
    const rest = await list(`reference=ORDER-LIST&limit=2&cursor=${page.nextCursor}`)
    expect([idsOf(rest), rest.nextCursor]).toEqual([newest.slice(2), null])
    const byPayment = `paymentId=${payment.id}`
    expect(idsOf(await list(`${byPayment}&status=cancelled`))).toEqual([ids[1]])
    expect(idsOf(await list(`${byPayment}&status=open`))).toEqual([ids[2], ids[0]])
    for (const status of ['confirmed', 'held', 'processing', 'waiting_for_approval']) {
      expect(idsOf(await list(`${byPayment}&status=${status}`))).toEqual([])
    }
    expect(idsOf(await list(`${byPayment}&fromDate=2020-01-01T00:00:00Z`))).toEqual(newest)
    expect(idsOf(await list(`${byPayment}&toDate=2020-01-01T00:00:00Z`))).toEqual([])
    expect((await test.call('GET', '/v2/refunds?status=paid')).status).toBe(400)
  })
})

describe('Credentials for refunds', () => {
  it('API keys need the `refunds` scope to create and cancel refunds, and the `read` scope to read them', async () => {
    const payment = await seedPaid(test)
    const { json } = await refund(payment.id, { amount: '1' })
    const { headers } = await registerAccount(test)
    const body = { label: 'Payouts', scopes: ['read', 'create', 'payouts'] }
    const key = await test.call('POST', '/v1/api-keys', { anonymous: true, headers, body })
    const as = { anonymous: true, headers: { 'x-api-key': key.json.key } }
    const refused = { status: 403, json: { code: 'scope_missing', scope: 'refunds' } }
    expect(await refund(payment.id, { amount: '1' }, as)).toMatchObject(refused)
    expect(await test.call('POST', `/v2/refunds/${json.id}/cancel`, as)).toMatchObject(refused)
    expect((await test.call('GET', '/v2/refunds', as)).json.refunds).toEqual([])
    // Cancelling the request that pays a refund needs the same scope, even in the key's own merchant account.
    const { kysely } = test.host.context.db
    const id = json.refundRequestId
    await kysely
      .updateTable('requests')
      .set(({ selectFrom }) => ({
        tenant_id: selectFrom('api_keys').select('tenant_id').where('label', '=', body.label),
      }))
      .where('id', '=', id)
      .execute()
    expect(await test.call('POST', `/v2/request/${id}/cancel`, as)).toMatchObject(refused)
  })
})
