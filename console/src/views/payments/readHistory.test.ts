import { expect, test } from 'vitest'
import { requestDetail, requestPayment } from '../../testing/requestDetail.ts'
import { deliveryRecord, webhookRecord } from '../../testing/toldDelivery.ts'
import { readHistory } from './readHistory.ts'

test('A history is in order of time, and a payment precedes the webhooks of its moment', () => {
  const at = (minute: string) => `2026-11-02T08:${minute}:00.000Z`
  const request = requestDetail({
    createdAt: at('00'),
    payments: [requestPayment({ timestamp: at('10') }), requestPayment({ timestamp: at('30') })],
  })
  const told = (minute: string) => ({
    webhook: webhookRecord,
    delivery: deliveryRecord({ createdAt: at(minute) }),
  })
  const steps = readHistory(request, [told('30'), told('12')])
  expect(steps.map(({ kind, at: time }) => [kind, time])).toEqual([
    ['created', at('00')],
    ['payment', at('10')],
    ['delivery', at('12')],
    ['payment', at('30')],
    ['delivery', at('30')],
  ])
})

test('A new request has only its creation', () => {
  expect(readHistory(requestDetail({}), [])).toEqual([
    { kind: 'created', at: '2026-11-02T08:00:00.000Z' },
  ])
})
