import { describe, expect, it } from 'vitest'
import { events } from './events.ts'
import {
  paymentConfirmed,
  paymentFailed,
  paymentPartial,
  paymentRefunded,
} from './paymentEvents.ts'

const REQUEST_ID = `01c4e1${'0'.repeat(58)}9a`
const PAYER = '0x1d4c000000000000000000000000000000007a8b'
const PAYEE = '0x8a5f00000000000000000000000000000000d5e4'
const OURS = { eventId: '01KB53A1B2C3D4E5F6G7H8J9KA', sequence: 1 }

/** The payloads of the API contract, section 17.5, with their abbreviated values written out. */
const contract = {
  confirmed: `{"event":"payment.confirmed","requestId":"${REQUEST_ID}","requestID":"${REQUEST_ID}","paymentReference":"0x7d1e0a92c4b85f36","explorer":"https://pay.example.test/r/${REQUEST_ID}","amount":"50","totalAmountPaid":"80","expectedAmount":"80","timestamp":"2026-11-03T09:41:07.000Z","txHash":"0x5ac0${'0'.repeat(58)}e1","network":"base","currency":"USD","paymentCurrency":"USDC","invoiceCurrencyId":"USD","paymentCurrencyId":"USDC-base","payee":"${PAYEE}","payerAddress":"${PAYER}","payerEoaAddress":null,"isCryptoToFiat":false,"subStatus":"","paymentProcessor":"onchain","fees":[{"type":"gas","amount":"0.00002","currency":"ETH","provider":"base"}],"reference":"PO-7781","customerInfo":{"email":"ana@example.test"},"clientId":"cli_7Qd2","origin":"https://shop.example.test","conversionRate":"1.0002","conversionRateSource":"1","conversionRateDestination":"1.0002","convertedAmountSource":"50.01","convertedAmountDestination":"50.01","rateProvider":"chainlink"}`,
  // The contract abbreviates this payload ("same keys"); the rest comes from the confirmed payload.
  partial: `{"event":"payment.partial","requestId":"${REQUEST_ID}","requestID":"${REQUEST_ID}","paymentReference":"0x7d1e0a92c4b85f36","explorer":"https://pay.example.test/r/${REQUEST_ID}","amount":"30","totalAmountPaid":"30","expectedAmount":"80","timestamp":"2026-11-02T08:15:00.000Z","txHash":"0x0b77${'0'.repeat(58)}42","network":"base","currency":"USD","paymentCurrency":"USDC","payerAddress":"${PAYER}","payerEoaAddress":null,"isCryptoToFiat":false,"subStatus":"","paymentProcessor":"onchain","fees":[]}`,
  failed: `{"event":"payment.failed","requestId":"${REQUEST_ID}","requestID":"${REQUEST_ID}","paymentReference":"0x7d1e0a92c4b85f36","timestamp":"2026-11-03T10:00:00.000Z","subStatus":"bounced","failureReason":"beneficiary bank returned the transfer","isCryptoToFiat":true,"paymentProcessor":"sandbox-offramp","recurringPayment":null}`,
  processing: `{"event":"payment.processing","requestId":"${REQUEST_ID}","requestID":"${REQUEST_ID}","paymentReference":"0x7d1e0a92c4b85f36","offrampId":"off_01KB51","timestamp":"2026-11-03T09:50:00.000Z","subStatus":"sending_fiat","paymentProcessor":"sandbox-offramp","rawPayload":{"status":"sending_fiat"}}`,
  compliance:
    '{"event":"compliance.updated","clientUserId":"ana@example.test","kycStatus":"approved","agreementStatus":"pending","isCompliant":false,"timestamp":"2026-11-01T12:00:00.000Z","rawPayload":{"provider":"sandbox-kyc"}}',
  paymentDetail:
    '{"event":"payment_detail.updated","paymentDetailsId":"6b0f0f5e-2d3c-4a0e-9b52-0f1f6f1a7c11","clientUserId":"ana@example.test","status":"approved","timestamp":"2026-11-01T12:00:40.000Z","rawPayload":{"provider":"sandbox-bank"}}',
  recurring: `{"event":"request.recurring","requestId":"01d0aa${'0'.repeat(58)}31","requestID":"01d0aa${'0'.repeat(58)}31","paymentReference":"0x19c2e0ab77d4f051","originalRequestId":"${REQUEST_ID}","originalRequestPaymentReference":"0x7d1e0a92c4b85f36","timestamp":"2026-12-01T00:00:05.000Z","paymentProcessor":"onchain"}`,
  refunded: `{"event":"payment.refunded","requestId":"${REQUEST_ID}","requestID":"${REQUEST_ID}","paymentReference":"0x7d1e0a92c4b85f36","refundedTo":"${PAYER}","refundAmount":"49.97","currency":"USDC","timestamp":"2026-11-03T09:59:00.000Z","paymentProcessor":"onchain"}`,
}

describe('events', () => {
  it('`events` contains each event type of the contract exactly once', () => {
    expect(events.map((event) => event.type).sort()).toEqual([
      'compliance.updated',
      'kyt.screening.completed',
      'payment.confirmed',
      'payment.failed',
      'payment.partial',
      'payment.processing',
      'payment.refunded',
      'payment.unmatched',
      'payment_detail.updated',
      'refund.cancelled',
      'refund.confirmed',
      'refund.created',
      'refund.failed',
      'request.cancelled',
      'request.recurring',
      'secure_payment.access_rejected',
      'secure_payment.user_event',
    ])
  })

  it.each(events.map((event) => [event.type, event] as const))(
    '%s has an example that passes its schema unchanged',
    (_, event) => {
      expect(event.schema.parse(event.example)).toEqual(event.example)
    },
  )

  it.each(Object.entries(contract))(
    'events keep every member of the contract payload %s',
    (name, text) => {
      const common = name === 'partial' ? JSON.parse(contract.confirmed) : {}
      const requestId = /compliance|paymentDetail/.test(name) ? { requestId: null } : {}
      const body = { ...common, ...OURS, ...requestId, ...JSON.parse(text) }
      const definition = events.find((event) => event.type === body.event)
      expect(definition?.schema.parse(body)).toEqual(
        requestId.requestId === null ? omit(body, 'sequence') : body,
      )
    },
  )

  it('events serialise without integer-like keys, which a receiver would reorder', () => {
    for (const event of events) {
      expect(JSON.stringify(JSON.parse(JSON.stringify(event.example)))).toBe(
        JSON.stringify(event.example),
      )
    }
  })
})

describe('paymentConfirmed', () => {
  it('paymentConfirmed requires the six conversion members together, or none', () => {
    const part = { ...paymentConfirmed.example, conversionRate: '1' }
    expect(paymentConfirmed.schema.safeParse(part).success).toBe(false)
  })

  it.each(['txHash', 'payee', 'reference', 'customerInfo', 'eventId', 'sequence'])(
    'paymentConfirmed requires %s',
    (field) => {
      expect(paymentConfirmed.schema.safeParse(omit(paymentConfirmed.example, field)).success).toBe(
        false,
      )
    },
  )

  it.each([
    ['a number as amount', { amount: 30 }],
    ['a null client id', { clientId: null }],
    ['another event', { event: 'payment.partial' }],
  ])('paymentConfirmed rejects %s', (_, change) => {
    expect(
      paymentConfirmed.schema.safeParse({ ...paymentConfirmed.example, ...change }).success,
    ).toBe(false)
  })
})

describe('paymentPartial', () => {
  it('paymentPartial has the same members as payment.confirmed', () => {
    expect(Object.keys(paymentPartial.schema.shape)).toEqual(
      Object.keys(paymentConfirmed.schema.shape),
    )
  })
})

describe('the recurring payout in an event', () => {
  const recurringPayment = { id: '01KB60A1B2C3D4E5F6G7H8J9KA' }

  it.each([paymentConfirmed, paymentPartial])(
    'an event of type $type includes the recurring payout or omits it',
    (event) => {
      expect(event.schema.parse({ ...event.example, recurringPayment })).toEqual({
        ...event.example,
        recurringPayment,
      })
      expect(event.schema.safeParse({ ...event.example, recurringPayment: null }).success).toBe(
        false,
      )
      expect(event.schema.safeParse(omit(event.example, 'recurringPayment')).success).toBe(true)
    },
  )

  it('an event of type payment.failed includes the recurring payout or null', () => {
    const { schema, example } = paymentFailed
    const failed = {
      ...omit(example, 'retryAfter'),
      subStatus: 'failed',
      failureReason: 'insufficient_balance',
      isCryptoToFiat: false,
      paymentProcessor: 'onchain',
    }
    expect(schema.parse({ ...failed, recurringPayment })).toEqual({ ...failed, recurringPayment })
    expect(schema.safeParse({ ...failed, recurringPayment: null }).success).toBe(true)
    expect(schema.safeParse(omit(failed, 'recurringPayment')).success).toBe(false)
  })

  it.each([{}, { id: 1 }, { id: 'schedule' }])(
    'the recurring payout in an event cannot be %j',
    (broken) => {
      for (const { schema, example } of [paymentConfirmed, paymentPartial, paymentFailed])
        expect(schema.safeParse({ ...example, recurringPayment: broken }).success).toBe(false)
    },
  )
})

describe('the source of a payment over a bridge', () => {
  const source = { sourceNetwork: 'optimism', sourceTxHash: `0x${'5a'.repeat(32)}` }

  it.each([paymentConfirmed, paymentPartial, paymentFailed, paymentRefunded])(
    'an event of type $type includes the source of a payment over a bridge or omits it',
    ({ schema, example }) => {
      expect(schema.parse({ ...example, ...source })).toEqual({ ...example, ...source })
      expect(schema.safeParse({ ...example, sourceTxHash: '0x1' }).success).toBe(false)
      expect(schema.safeParse({ ...example, sourceNetwork: null }).success).toBe(false)
    },
  )

  it('the source of a payment over a bridge includes a note for unusual payments', () => {
    const noted = { ...paymentConfirmed.example, ...source, note: 'Confirmed by LI.FI.' }
    expect(paymentConfirmed.schema.parse(noted)).toEqual(noted)
  })

  it('the source of a refunded payment over a bridge includes the amount of other payments', () => {
    const totals = { totalAmountPaid: '0', expectedAmount: '50' }
    const refund = { ...paymentRefunded.example, ...source, ...totals }
    expect(paymentRefunded.schema.parse(refund)).toEqual(refund)
  })
})

function omit(value: object, field: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== field))
}
