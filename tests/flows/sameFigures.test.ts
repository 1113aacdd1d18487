import { type Chains, type Sink, startChains, startSink } from '@secure-payment/devnet'
import { formatUnits, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFakePrices, type FakePrices } from '../support/fakePrices.ts'
import { balanceOf } from '../support/requestCalls.ts'
import { FEE_ADDRESS, startTestHost, type TestHost } from '../support/testHost.ts'
import { readReceiptText } from './support/readCosts.ts'
import { waitFor } from './support/waitFor.ts'

const PAYER_INDEX = 5
const PAYEE = getAddress('0x00000000000000000000000000000000000f19e5')
/** 2.5 %, as a fraction. */
const [PARTS, WHOLE] = [25n, 1_000n]
/** The decimals in which the host settles fiat money. */
const FIAT_DECIMALS = 8

let chains: Chains
let sink: Sink
let prices: FakePrices
let host: TestHost
let now = () => new Date()
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  sink = await startSink()
  prices = createFakePrices(() => now())
  host = await startTestHost(
    {
      PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
      PAY_NETWORKS: 'devnet',
      PAY_ROLE: 'api,watcher,worker',
      PAY_CONFIRMATIONS_DEVNET: '0',
      PAY_POLL_INTERVAL_MS_DEVNET: '100',
      PAY_START_BLOCK_DEVNET: '0',
      PAY_PRICE_SOURCES: 'coinbase,kraken',
      PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
    },
    { prices },
  )
  now = host.clock.now
  prices.set('USDC', 'CHF', '0.8')
  prices.set('USDC', 'JPY', '150')
  for (const currency of ['USD', 'CHF', 'JPY']) prices.set('ETH', currency, '3000')
  const body = { url: sink.url, events: ['payment.confirmed'] }
  expect((await host.call('POST', '/v1/webhook', { body })).status).toBeLessThan(300)
})
afterAll(async () => {
  await host?.[Symbol.asyncDispose]()
  await sink?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

type Wire = { to: Hex; data: Hex; value: number | Hex }

async function send(transactions: readonly Wire[]): Promise<void> {
  const wallet = chains.wallet('devnet', PAYER_INDEX)
  for (const { to, data, value } of transactions) {
    const { status } = await wallet.sendTransactionSync({ to, data, value: BigInt(value) })
    expect(status).toBe('success')
  }
}

/** Returns the fields of the first row of a CSV without quotes, by column. */
async function readCsv(requestId: string): Promise<Record<string, string | undefined>> {
  const { text } = await host.call('GET', `/v2/payments?format=csv&requestId=${requestId}`)
  const [head = '', row = ''] = text.split('\r\n')
  const cells = row.split(',')
  return Object.fromEntries(head.split(',').map((name, index) => [name, cells[index]]))
}

const CURRENCIES = [
  { currency: 'USD', minor: 2, amount: '120.5', units: 12_050_000_000n },
  { currency: 'CHF', minor: 2, amount: '80.05', units: 8_005_000_000n },
  { currency: 'JPY', minor: 0, amount: '1301', units: 130_100_000_000n },
]
const BEARERS = ['none', 'payer', 'payee'] as const
const CASES = CURRENCIES.flatMap((one) => BEARERS.map((bearer) => ({ ...one, bearer })))

describe('The figures of one payment', () => {
  test.each(CASES)(
    'a payment of $amount $currency with the fee of the bearer $bearer has the same figures everywhere',
    async ({ currency, minor, amount, units, bearer }) => {
      const fee = { feePercentage: '2.5', feeAddress: FEE_ADDRESS, defaultFeeBearer: bearer }
      const { token, requestIds } = await host.createPayment({
        requests: [
          { payee: PAYEE, amount, invoiceCurrency: currency, paymentCurrency: 'USDC-devnet' },
        ],
        ...(bearer === 'none' ? {} : fee),
      })
      const [requestId = ''] = requestIds
      if (currency !== 'USD') {
        await host.call('POST', `/v2/secure-payments/${token}/quotes`, { body: {} })
      }
      const payer = chains.accounts[PAYER_INDEX]?.address ?? '0x'
      const { json: plan } = await host.call(
        'GET',
        `/v2/secure-payments/${token}/pay?wallet=${payer}`,
      )
      const read = () =>
        Promise.all([PAYEE, FEE_ADDRESS, payer].map((owner) => balanceOf(chains, 'USDC', owner)))
      const before = await read()
      await send(plan.transactions)
      const [toPayee = 0n, toFee = 0n, spent = 0n] = (await read()).map(
        (balance, index) => balance - (before[index] ?? 0n),
      )
      expect(-spent).toBe(toPayee + toFee)
      expect(toFee > 0n).toBe(bearer !== 'none')

      const { rawBody } = await sink.waitFor((one) => one.rawBody.includes(requestId))
      const event = JSON.parse(rawBody)
      const [payment] = await waitFor('the payment', async () => {
        const { json } = await host.call('GET', `/v2/payments?requestId=${requestId}`)
        return json.payments.length === 1 ? json.payments : null
      })
      const { json: page } = await host.call('GET', `/v2/secure-payments/${token}`)
      const { json: request } = await host.call('GET', `/v2/request/${requestId}`)
      const csv = await readCsv(requestId)
      const receipt = await readReceiptText(host.host.url, token)

      for (const figure of [
        payment.amount,
        event.amount,
        event.totalAmountPaid,
        page.payment.items[0].amount,
        page.payment.items[0].amountPaid,
        request.paidAmount,
        request.payments[0].amount,
        csv['amount'],
      ]) {
        expect(figure).toBe(amount)
      }
      // The payee's part of the price, from the tokens that moved.
      const netUnits = bearer === 'payee' ? (units * toPayee) / (toPayee + toFee) : units
      const text = (value: bigint) => formatUnits(value, FIAT_DECIMALS)
      const payeeFee =
        bearer === 'payee' ? { amount: text(units - netUnits), netAmount: text(netUnits) } : null
      expect([payment.payeeFee, request.payments[0].payeeFee]).toEqual([payeeFee, payeeFee])
      expect(event.payeeFee ?? null).toEqual(payeeFee)
      expect(csv).toMatchObject({
        payeeFee: payeeFee?.amount ?? '',
        amountAfterFee: text(netUnits),
        receivedAmount: formatUnits(toPayee, 6),
        ...(bearer !== 'none' && { fees: `platform ${formatUnits(toFee, 6)} USDC` }),
      })
      // A fee on top is rounded up to the minor unit.
      const step = 10n ** BigInt(FIAT_DECIMALS - minor)
      const onTop =
        bearer === 'payer' ? ((units * PARTS + WHOLE * step - 1n) / (WHOLE * step)) * step : 0n
      const borne = bearer === 'payee' ? (units * PARTS + WHOLE - 1n) / WHOLE : 0n
      expect(page.payment.items[0].fee?.amount ?? '0').toBe(text(onTop + borne))
      const total = new Intl.NumberFormat('en', { style: 'currency', currency }).format(
        Number(text(units + onTop)),
      )
      const plain = (value: string) => value.replace(/\s/g, ' ')
      expect(receipt).toContain(`Receipt ${plain(total)} Paid`)
      expect(receipt).toMatch(new RegExp(`Paid with ${money(toPayee + toFee)} USDC · Devnet`))
      // ETH costs 3,000 units of each currency.
      const gas = payment.fees.find(({ type }: { type: string }) => type === 'gas')
      expect(Number(gas.worth)).toBeCloseTo(Number(gas.amount) * 3_000, 6)
      expect([gas.worthCurrency, csv['payerGasWorth']]).toEqual([currency, gas.worth])
    },
  )
})

/** Writes units of a token with 6 decimals as a receipt does, as a pattern. */
function money(units: bigint): string {
  const [whole = '', part = ''] = formatUnits(units, 6).split('.')
  return `${BigInt(whole).toLocaleString('en')}\\.${part.padEnd(2, '0')}`
}
