import { afterAll, beforeEach, expect, it } from 'vitest'
import { createFakePrices } from '../support/fakePrices.ts'
import { startTronRelay, type TronWireCall, usdtItem } from '../support/startTronRelay.ts'
import { tronPayer } from '../support/tronWallets.ts'

let clockNow = () => new Date()
const prices = createFakePrices(() => clockNow())
const relay = await startTronRelay({ prices })
const { test, node, sign, broadcast } = relay
clockNow = test.clock.now
afterAll(() => relay[Symbol.asyncDispose]())

const inDollars = { ...usdtItem, invoiceCurrency: 'USD', amount: '10' }

let token: string
beforeEach(async () => {
  // Resets the node.
  await relay.createPayment()
  prices.set('USDT', 'USD', '0.5')
  ;({ token } = await test.createPayment({ requests: [inDollars] }))
})

const quote = () => test.call('POST', `/v2/secure-payments/${token}/quotes`, { body: {} })

async function payment(): Promise<TronWireCall> {
  const { json } = await test.call(
    'GET',
    `/v2/secure-payments/${token}/pay?wallet=${tronPayer.address}`,
  )
  return json.transactions.at(-1)
}

it('a dollar invoice is paid in USDT on Tron at a quote, and the relay sends exactly that payment', async () => {
  expect((await quote()).json).toMatchObject({ paymentAmount: '20', paymentCurrency: 'USDT-tron' })
  const call = await payment()
  // 20 USDT, as the third argument of the payment.
  expect(BigInt(`0x${call.data.slice(10 + 2 * 64, 10 + 3 * 64)}`)).toBe(20_000_000n)
  const signed = await sign(call)
  expect((await broadcast(token, signed)).json).toMatchObject({ result: true })
  expect(node.sent).toHaveLength(1)
})

it('the relay rejects a payment of an amount other than the quoted one', async () => {
  await quote()
  const call = await payment()
  const more = `${call.data.slice(0, 10 + 2 * 64)}${(20_000_001).toString(16).padStart(64, '0')}${call.data.slice(10 + 3 * 64)}`
  await relay.expectMismatch(token, await sign({ ...call, data: more }), /data/)
})

it('the relay sends a payment at an earlier quote until the quote’s grace period ends', async () => {
  await quote()
  const call = await payment()
  test.clock.advance(600_000)
  prices.set('USDT', 'USD', '0.25')
  await quote()
  expect((await broadcast(token, await sign(call))).json).toMatchObject({ result: true })
})

it('the relay sends no payment once its quote’s grace period has ended', async () => {
  await quote()
  const call = await payment()
  test.clock.advance(901_000)
  const { status, json } = await broadcast(token, await sign(call))
  expect([status, json]).toMatchObject([409, { code: 'quote_required' }])
  expect(node.sent).toEqual([])
})
