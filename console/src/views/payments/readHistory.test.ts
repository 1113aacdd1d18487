import { expect, test } from 'vitest'
import { requestDetail, requestPayment } from '../../testing/requestDetail.ts'
import { deliveryRecord, webhookRecord } from '../../testing/toldDelivery.ts'
import { readHistory } from './readHistory.ts'

test('A history is in chronological order, and a payment precedes webhooks at the same time', () => {
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

test('Payers’ steps are between the creation and the payment, which has the time of its confirmation', () => {
  const at = (second: string) => `2026-11-02T08:10:${second}.000Z`
  const txHash = `0x${'a7'.repeat(32)}`
  const wallet = { walletAddress: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65', network: 'mainnet' }
  const payment = requestPayment({ timestamp: at('15') })
  const request = requestDetail({
    createdAt: at('00'),
    payments: [payment],
    activity: [
      { kind: 'opened', at: at('05') },
      { kind: 'wallet_chosen', at: at('10'), ...wallet },
      { kind: 'sent', at: at('20'), ...wallet, txHash },
      { kind: 'seen', at: at('25'), network: 'mainnet', txHash },
      { kind: 'confirmed', at: at('40'), network: 'mainnet', txHash, paymentId: payment.id },
    ],
  })
  const told = { webhook: webhookRecord, delivery: deliveryRecord({ createdAt: at('40') }) }
  const steps = readHistory(request, [told])
  expect(steps.map((one) => [one.kind === 'payer' ? one.step.kind : one.kind, one.at])).toEqual([
    ['created', at('00')],
    ['opened', at('05')],
    ['wallet_chosen', at('10')],
    ['sent', at('20')],
    ['seen', at('25')],
    ['payment', at('40')],
    ['delivery', at('40')],
  ])
})
