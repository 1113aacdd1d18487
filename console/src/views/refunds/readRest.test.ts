import { expect, test } from 'vitest'
import { refundRecord } from '../../testing/refundRecord.ts'
import { requestPayment } from '../../testing/requestDetail.ts'
import { readRest } from './readRest.ts'

const payment = requestPayment({
  id: '01KB6A1B2C3D4E5F6G7H8J9KAB',
  amount: '10',
  currency: 'EUR',
  receivedAmount: '11',
  conversionRateDestination: '1.1',
})
const refund = (patch: Parameters<typeof refundRecord>[0]) =>
  refundRecord({ paymentId: payment.id, ...patch })

test('A payment’s remaining amount is the received amount less its refunds', () => {
  expect(readRest(payment, [])).toEqual({ amount: '11', worth: '10' })
  const part = refund({ amount: '5.5', amountInInvoiceCurrency: '5' })
  expect(readRest(payment, [part])).toEqual({ amount: '5.5', worth: '5' })
  expect(readRest(payment, [part, part])).toBe(null)
})

test('Only the paid part of a cancelled refund counts, and a refund of another payment does not count', () => {
  const cancelled = { status: 'cancelled', amount: '5.5', amountInInvoiceCurrency: '5' } as const
  expect(readRest(payment, [refund(cancelled)])).toEqual({ amount: '11', worth: '10' })
  expect(readRest(payment, [refund({ ...cancelled, amountPaid: '1' })])?.amount).toBe('10')
  const other = refund({ paymentId: '01KB6A1B2C3D4E5F6G7H8J9KAC', amount: '11' })
  expect(readRest(payment, [other])?.amount).toBe('11')
})

test('A payment without a conversion has no value in another currency', () => {
  const direct = { ...payment, conversionRateDestination: null }
  expect(readRest(direct, [])).toEqual({ amount: '11', worth: null })
  expect(readRest({ ...direct, receivedAmount: null }, [])).toBe(null)
})
