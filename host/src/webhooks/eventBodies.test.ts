import { paymentConfirmed, paymentPartial } from '@secure-payment/core/webhooks'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'
import { eventBody } from './eventBodies.ts'

const EVENT_ID = '01KB53A1B2C3D4E5F6G7H8J9KA'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NOW = '2026-11-03T09:41:07.000Z'
const REQUEST_ID = `01${'9a'.repeat(32)}`

const context = {
  now: () => new Date(NOW),
  config: loadConfig({ PAY_PAY_URL: 'https://pay.example.test', PAY_NETWORKS: 'base' }),
}

const request: WholeRequest = {
  id: REQUEST_ID,
  tenant_id: 't',
  client_id: null,
  secure_payment_token: null,
  item_index: 0,
  plan: { way: 'direct' },
  network: 'base',
  payee: ADDRESS,
  token_address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  destination_id: null,
  invoice_currency: 'USDC-base',
  payment_currency: 'USDC-base',
  amount: '80',
  expected_units: '80000000',
  paid_units: '80000000',
  fee_percentage: null,
  fee_units: '0',
  fee_address: null,
  fee_bearer: 'payer',
  fee_is_rounded: 0,
  salt: '',
  payment_reference: '0x7d1e0a92c4b85f36',
  reference_key: 0n,
  reference: 'PO-7781',
  customer_info: '{"email":"ana@example.test"}',
  order_details: null,
  cancelled_at: null,
  payer: null,
  status: 'paid',
  has_been_paid: 1,
  paid_late: 0,
  tx_hash: null,
  event_sequence: 2,
  origin: 'https://shop.example.test',
  created_at: NOW,
  updated_at: NOW,
  expires_at: null,
  is_crypto_to_fiat_allowed: 0,
  recurrence: null,
  next_recurrence_at: null,
  is_recurrence_stopped: 0,
  original_request_id: null,
  original_payment_reference: null,
  recipient_identifier: null,
  revocations: 0,
  is_payout: 0,
  option_count: 0,
  approval_id: null,
  address_digest: null,
  is_terms: 0,
  is_unpaid_copy: 0,
  link_token: null,
}

const payment: DetectedPayment = {
  requestId: REQUEST_ID,
  tenantId: 't',
  network: 'base',
  txHash: `0x${'5a'.repeat(32)}`,
  logIndex: 0,
  blockNumber: 1n,
  blockHash: `0x${'00'.repeat(32)}`,
  blockTime: NOW,
  payer: ADDRESS,
  payee: ADDRESS,
  tokenAddress: null,
  amountUnits: 50_000_000n,
  creditedUnits: 50_000_000n,
  requestUnits: 50_000_000n,
  type: 'direct',
  conversionRate: null,
  rateSource: null,
  priced: null,
  amountInUsd: null,
  fiatWorths: {},
  clientId: null,
  invoiceCurrency: 'USDC-base',
  paymentCurrency: 'USDC-base',
  reference: 'PO-7781',
  feeUnits: 0n,
  feeAddress: null,
  isLate: false,
  gasUnits: 20_000_000_000_000n,
  recurringPaymentId: null,
  crosschain: null,
}

describe('the body of a payment event', () => {
  test("the body of a payment event contains its request's order, and no order if the request has none", () => {
    const order = { title: 'Order 1042', lines: [{ name: 'Tea', quantity: '2', unitPrice: '40' }] }
    const event = { type: 'payment.confirmed', payment, totalPaidUnits: 80_000_000n } as const
    const ordered = { ...request, order_details: JSON.stringify(order) }
    const body = eventBody(context, EVENT_ID, { ...event, request: ordered })
    expect(paymentConfirmed.schema.parse(body)).toMatchObject({ order })
    expect(eventBody(context, EVENT_ID, { ...event, request })).not.toHaveProperty('order')
  })

  test('the body of a payment event matches the contract for a confirmed payment', () => {
    const body = eventBody(context, EVENT_ID, {
      type: 'payment.confirmed',
      request,
      payment,
      totalPaidUnits: 80_000_000n,
    })
    expect(paymentConfirmed.schema.parse(body)).toEqual(body)
    expect(body).toEqual({
      event: 'payment.confirmed',
      eventId: EVENT_ID,
      sequence: 2,
      requestId: REQUEST_ID,
      requestID: REQUEST_ID,
      paymentReference: '0x7d1e0a92c4b85f36',
      explorer: `https://pay.example.test/r/${REQUEST_ID}`,
      amount: '50',
      totalAmountPaid: '80',
      expectedAmount: '80',
      timestamp: NOW,
      txHash: payment.txHash,
      network: 'base',
      currency: 'USDC',
      paymentCurrency: 'USDC',
      invoiceCurrencyId: 'USDC-base',
      paymentCurrencyId: 'USDC-base',
      payee: ADDRESS,
      payerAddress: ADDRESS,
      payerEoaAddress: null,
      isCryptoToFiat: false,
      subStatus: '',
      paymentProcessor: 'onchain',
      fees: [{ type: 'gas', amount: '0.00002', currency: 'ETH', provider: 'base' }],
      reference: 'PO-7781',
      customerInfo: { email: 'ana@example.test' },
    })
  })

  test('the body of a payment event contains the payer’s own wallet only if it sent the transaction', () => {
    const body = (sender: string) =>
      eventBody(context, EVENT_ID, {
        type: 'payment.confirmed',
        request,
        payment: { ...payment, sender },
        totalPaidUnits: 80_000_000n,
      })
    expect(body(ADDRESS)).toMatchObject({ payerEoaAddress: ADDRESS })
    // A smart wallet paid, and a relayer or an owner sent the transaction.
    expect(body('0x1111111111111111111111111111111111111111')).toMatchObject({
      payerAddress: ADDRESS,
      payerEoaAddress: null,
    })
  })

  test('the body of a payment event contains the client ID and its origin only for requests created by a client ID', () => {
    const own = { ...request, client_id: 'cli_7Qd2' }
    const event = {
      type: 'payment.partial' as const,
      request: own,
      payment,
      totalPaidUnits: 50_000_000n,
    }
    const body = eventBody(context, EVENT_ID, event)
    expect(paymentPartial.schema.parse(body)).toMatchObject({
      clientId: 'cli_7Qd2',
      origin: 'https://shop.example.test',
    })
  })

  test('the body of a payment event matches the contract for a conversion: amounts in dollars, and the six conversion fields', () => {
    const body = eventBody(context, EVENT_ID, {
      type: 'payment.confirmed',
      request: {
        ...request,
        plan: { way: 'converted', path: ['0x1', '0x2'], maxRateAgeS: null },
        invoice_currency: 'USD',
        expected_units: '8000000000',
        paid_units: '8000000000',
      },
      payment: {
        ...payment,
        type: 'conversion',
        requestUnits: 50_00000000n,
        creditedUnits: 50_010_000n,
        feeUnits: 1_000n,
        feeAddress: ADDRESS,
        conversionRate: '1.0002',
        rateSource: 'chainlink',
        invoiceCurrency: 'USD',
      },
      totalPaidUnits: 80_50000000n,
    })
    expect(paymentConfirmed.schema.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      amount: '50',
      totalAmountPaid: '80.5',
      expectedAmount: '80',
      excessAmount: '0.5',
      currency: 'USD',
      paymentCurrency: 'USDC',
      invoiceCurrencyId: 'USD',
      paymentCurrencyId: 'USDC-base',
      fees: [
        { type: 'gas', amount: '0.00002', currency: 'ETH', provider: 'base' },
        { type: 'platform', amount: '0.001', currency: 'USDC', provider: 'onchain' },
      ],
      conversionRate: '1.0002',
      conversionRateSource: '1',
      conversionRateDestination: '1.0002',
      convertedAmountSource: '50.01',
      convertedAmountDestination: '50.01',
      rateProvider: 'chainlink',
    })
  })

  test('the body of a payment event omits the six conversion fields for a direct payment', () => {
    const body = eventBody(context, EVENT_ID, {
      type: 'payment.confirmed',
      request,
      payment,
      totalPaidUnits: 80_000_000n,
    })
    const converted = Object.keys(body).filter((key) => /^conver|^rate/.test(key))
    expect(converted).toEqual([])
  })

  test('the body of a payment event reports excess and lateness only when present', () => {
    const event = {
      type: 'payment.confirmed' as const,
      request,
      payment,
      totalPaidUnits: 80_000_001n,
    }
    expect(eventBody(context, EVENT_ID, event)).toMatchObject({ excessAmount: '0.000001' })
    const late = { ...event, request: { ...request, paid_late: 1 } }
    expect(eventBody(context, EVENT_ID, late)).toMatchObject({ paidLate: true })
  })

  test('the body of a payment event survives parsing and serialisation byte for byte', () => {
    const event = {
      type: 'payment.confirmed' as const,
      request,
      payment,
      totalPaidUnits: 80_000_000n,
    }
    const bytes = JSON.stringify(eventBody(context, EVENT_ID, event))
    expect(JSON.stringify(JSON.parse(bytes))).toBe(bytes)
  })
})
