import { setTimeout as delay } from 'node:timers/promises'
import { parseWireValue } from '@secure-payment/core/verify'
import { type Devnet, startDevnet } from '@secure-payment/devnet'
import { percentile } from './measure.ts'
import { type Row, within } from './report.ts'

const PAYMENTS = 20
/** The devnet's host polls its chains at this interval. */
const POLL_MS = 250
const SLACK_MS = 50
const ARRIVAL_TIMEOUT_MS = 10_000
const NETWORK = 'devnet'

/** Measures the time from sending a payment to a chain that mines it immediately until its webhook reaches the receiver. */
export async function benchLatency(): Promise<Row[]> {
  await using devnet = await startDevnet({
    networks: [NETWORK],
    blockTimeMs: 0,
    confirmations: 0,
  })
  const latencies: number[] = []
  for (let paid = 0; paid <= PAYMENTS; paid += 1) {
    const latencyMs = await payOnce(devnet)
    // Shifts each payment relative to the polls, so that the payments do not all meet a poll at the same phase.
    await delay((paid * POLL_MS) / PAYMENTS)
    if (paid > 0) latencies.push(latencyMs)
  }
  const p95 = { value: percentile(latencies, 95), unit: 'ms' }
  return [
    within(
      'block with the payment to webhook received, p95, one poll + 50 ms',
      p95,
      POLL_MS + SLACK_MS,
    ),
  ]
}

async function payOnce({ client, chains, sink }: Devnet): Promise<number> {
  const [payee] = chains.accounts
  const currency = `ETH-${NETWORK}`
  const item = {
    payee: payee?.address ?? '',
    amount: '0.001',
    invoiceCurrency: currency,
    paymentCurrency: currency,
  }
  const { token, requestIds } = await client.securePayments.create({ body: { requests: [item] } })
  const calldata = await client.securePayments.pay({ params: { token }, query: {} })
  if (!('transactions' in calldata)) throw new Error('A single payment was asked for.')
  const [transaction] = calldata.transactions
  if (transaction === undefined) throw new Error('There is nothing to sign.')
  const wallet = chains.wallet(NETWORK, 1)
  const prepared = await wallet.prepareTransactionRequest({
    to: `0x${transaction.to.slice(2)}`,
    data: `0x${transaction.data.slice(2)}`,
    value: parseWireValue(transaction.value),
  })
  const serializedTransaction = await wallet.signTransaction(prepared)
  const sentAtMs = Date.now()
  await wallet.sendRawTransaction({ serializedTransaction })
  return (await arrival(sink, requestIds[0] ?? '')) - sentAtMs
}

async function arrival(sink: Devnet['sink'], requestId: string): Promise<number> {
  const deadline = performance.now() + ARRIVAL_TIMEOUT_MS
  while (performance.now() < deadline) {
    const found = sink.deliveries().find(({ rawBody }) => rawBody.includes(requestId))
    if (found !== undefined) return Date.parse(found.receivedAt)
    await delay(5)
  }
  throw new Error(`No webhook of ${requestId} within ${ARRIVAL_TIMEOUT_MS} ms.`)
}
