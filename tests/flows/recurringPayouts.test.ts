import { paymentConfirmed } from '@secure-payment/core/webhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAYEE } from '../support/testHost.ts'
import { type Payouts, startPayouts, type Terms } from './support/startPayouts.ts'
import { waitFor } from './support/waitFor.ts'

let payouts: Payouts

beforeAll(async () => {
  payouts = await startPayouts()
})
afterAll(() => payouts?.[Symbol.asyncDispose]())

/** 40 USDC. */
const AMOUNT = 40_000_000n

describe('A recurring payout of three payments', () => {
  test.each<[Terms['frequency'], string[]]>([
    ['DAILY', ['2027-01-05', '2027-01-06', '2027-01-07']],
    ['WEEKLY', ['2027-01-10', '2027-01-17', '2027-01-24']],
    ['MONTHLY', ['2027-01-31', '2027-02-28', '2027-03-31']],
    ['YEARLY', ['2028-02-29', '2029-02-28', '2030-02-28']],
  ])(
    '%s is paid on each of its dates, and then completed',
    async (frequency, dates) => {
      const payer = await payouts.createPayer({ units: 3n * AMOUNT })
      const [startDate = ''] = dates
      const { id, requestId } = await payouts.subscribe(payer, {
        startDate,
        frequency,
        totalPayments: 3,
      })
      for (const [index, date] of dates.entries()) {
        // A second before, nothing is due.
        await payouts.travel(new Date(Date.parse(date) - 1_000))
        expect(await payouts.schedule(id)).toMatchObject({
          processed_payments: index,
          next_due_at: `${date}T00:00:00.000Z`,
        })
        await payouts.travel(new Date(date))
        await payouts.until(id, (row) => row.processed_payments === index + 1)
      }
      const { json } = await payouts.test.call('GET', `/v2/payouts/recurring/${id}`)
      expect(json).toMatchObject({
        status: 'completed',
        processedPayments: 3,
        nextPaymentDate: null,
      })
      const paidAt = json.payments.map((payment: { timestamp: string }) =>
        payment.timestamp.slice(0, 10),
      )
      expect(paidAt).toEqual(dates)

      const found = await payouts.test.call(
        'GET',
        `/v2/payments?type=recurring&walletAddress=${payer.address}`,
      )
      expect(found.json.payments).toHaveLength(3)
      expect(found.json.payments[0]).toMatchObject({ type: 'recurring', recurringPaymentId: id })

      const events = await waitFor('three webhooks', () => {
        const told = payouts.events(id, 'payment.confirmed')
        return told.length >= 3 ? told : null
      })
      const bodies = events.map((event) => paymentConfirmed.schema.parse(event))
      expect(bodies[0]).toMatchObject({
        requestId,
        amount: '40',
        payee: PAYEE,
        payerAddress: payer.address,
        recurringPayment: { id },
        sequence: 1,
      })
      expect(new Set(bodies.map((body) => body.requestId)).size).toBe(3)
      expect(payouts.sink.deliveries().every((delivery) => delivery.verified)).toBe(true)
      expect(await payouts.transactions(id)).toMatchObject(Array(3).fill({ status: 'succeeded' }))
    },
    60_000,
  )
})
