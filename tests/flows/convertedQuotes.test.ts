import { type Chains, startChains } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFakePrices } from '../support/fakePrices.ts'
import { askToPay, sendAll, type WireTransaction } from '../support/requestCalls.ts'
import { PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'
import { waitFor } from './support/waitFor.ts'

const PAYER_INDEX = 4
const CONFIRMATIONS = 2

let chains: Chains
let host: TestHost
let now = () => new Date()
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  const prices = createFakePrices(() => now())
  host = await startTestHost(
    {
      PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
      PAY_NETWORKS: 'devnet',
      PAY_ROLE: 'api,watcher,worker',
      PAY_CONFIRMATIONS_DEVNET: String(CONFIRMATIONS),
      PAY_POLL_INTERVAL_MS_DEVNET: '100',
      PAY_START_BLOCK_DEVNET: '0',
      PAY_PRICE_SOURCES: 'coinbase,kraken',
    },
    { prices },
  )
  now = host.clock.now
  // The chain’s rate is 1: at that rate, the quoted amount is worth less than the invoice.
  prices.set('USDC', 'USD', '1.02')
})
afterAll(async () => {
  await host?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const page = (token: string, path = '') => host.call('GET', `/v2/secure-payments/${token}${path}`)

/** Creates a payment of 24 dollars, which contracts could convert, and returns its transactions at a quote. */
async function createQuoted() {
  const { token, requestIds } = await host.createPayment({
    requests: [
      { payee: PAYEE, invoiceCurrency: 'USD', paymentCurrency: 'USDC-devnet', amount: '24' },
    ],
  })
  const { json: quote } = await host.call('POST', `/v2/secure-payments/${token}/quotes`, {
    body: {},
  })
  const [requestId = ''] = requestIds
  const { json } = await askToPay(host, requestId, { quote: quote.quoteId })
  const transactions: WireTransaction[] = json.transactions
  return { token, requestId, quote, transactions }
}

describe('A payment at a quote that contracts could also convert', () => {
  test('a young payment already covers the whole amount, so no other device can pay; then it counts at the quote', async () => {
    const { token, requestId, quote, transactions } = await createQuoted()
    expect(quote.paymentAmount).toBe('23.53')
    await sendAll(chains, PAYER_INDEX, transactions)
    const young = await waitFor('the young payment', async () => {
      const { status, json } = await page(token, '/pay')
      return status === 409 ? json : null
    })
    expect(young).toMatchObject({ code: 'payment_processing' })
    const shown = (await page(token)).json
    expect((shown.payment ?? shown).transactions).toMatchObject([
      { amount: '24', status: 'confirming' },
    ])
    await chains.client('devnet').mine({ blocks: CONFIRMATIONS })
    await waitFor('the payment to count', async () => {
      const { json } = await host.call('GET', `/v2/request/${requestId}/status`)
      return json.status === 'paid' ? true : null
    })
    const { json } = await host.call('GET', `/v2/payments?requestId=${requestId}`)
    expect(json.payments).toMatchObject([
      { amount: '24', rateProvider: 'quote', quote: { quoteId: quote.quoteId } },
    ])
  })

  test('a part at the quote is not offered, because only exactly the quoted amount counts at it', async () => {
    const { requestId, quote } = await createQuoted()
    const part = await askToPay(host, requestId, { quote: quote.quoteId, amount: '12' })
    if (part.status === 200) {
      await sendAll(chains, PAYER_INDEX, part.json.transactions)
      await chains.client('devnet').mine({ blocks: CONFIRMATIONS })
      const paid = await waitFor('the part to count', async () => {
        const { json } = await host.call('GET', `/v2/request/${requestId}/status`)
        return json.amountPaid === '0' ? null : json.amountPaid
      })
      expect(paid).toBe('12')
    }
    expect([part.status, part.json.errors?.[0]?.field]).toEqual([400, 'amount'])
    const whole = await askToPay(host, requestId, { quote: quote.quoteId, amount: '24' })
    expect(whole.status).toBe(200)
  })
})
