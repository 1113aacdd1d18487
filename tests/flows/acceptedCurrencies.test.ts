import { type Chains, type Sink, startChains, startSink } from '@secure-payment/devnet'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSweeper } from '../../host/src/jobs/createSweeper.ts'
import { PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'
import { waitFor } from './support/waitFor.ts'

const DAY_MS = 86_400_000

let chains: Chains
let sink: Sink
let host: TestHost

beforeAll(async () => {
  chains = await startChains({ networks: ['devnet', 'devnet-b'] })
})
afterAll(() => chains?.[Symbol.asyncDispose]())

beforeEach(async () => {
  await using stack = new AsyncDisposableStack()
  sink = stack.use(await startSink())
  host = stack.use(
    await startTestHost({
      PAY_NETWORKS: 'devnet,devnet-b',
      PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
      PAY_RPC_URL_DEVNET_B: chains.rpcUrl('devnet-b'),
      PAY_ROLE: 'api,watcher,worker',
      PAY_CONFIRMATIONS_DEVNET: '0',
      PAY_CONFIRMATIONS_DEVNET_B: '0',
      PAY_POLL_INTERVAL_MS_DEVNET: '50',
      PAY_POLL_INTERVAL_MS_DEVNET_B: '50',
      PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
    }),
  )
  const { json } = await host.call('POST', '/v1/webhook', { body: { url: sink.url } })
  sink.setSecret(json.secret)
  const owned = stack.move()
  return () => owned.disposeAsync()
})

type Network = 'devnet' | 'devnet-b'
type Transaction = { to: `0x${string}`; data: `0x${string}`; value: number | `0x${string}` }

/** Creates a link for an amount in dollars that every currency in these tests can pay. */
async function createLink(amount = '20'): Promise<{ token: string; requestId: string }> {
  const { token, requestIds } = await host.createPayment({
    requests: [
      {
        payee: PAYEE,
        invoiceCurrency: 'USD',
        paymentCurrency: 'USDC-devnet',
        amount,
        accepts: ['DAI-devnet', 'ETH-devnet', 'USDC-devnet-b', 'ETH-devnet-b'],
      },
    ],
  })
  return { token, requestId: requestIds[0] ?? '' }
}

/** Returns the transactions that pay an option, as a payer's page reads them. */
async function readSteps(
  token: string,
  option: string,
  payer: number,
): Promise<readonly Transaction[]> {
  const wallet = chains.accounts[payer]?.address ?? ''
  const path = `/v2/secure-payments/${token}/pay?option=${option}&wallet=${wallet}`
  const { status, json, text } = await host.call('GET', path)
  if (status !== 200) throw new Error(text)
  return json.transactions
}

async function sendAll(
  network: Network,
  payer: number,
  steps: readonly Transaction[],
): Promise<string> {
  let hash = ''
  for (const { to, data, value } of steps) {
    const transaction = { to, data, value: BigInt(value) }
    const receipt = await chains.wallet(network, payer).sendTransactionSync(transaction)
    if (receipt.status !== 'success') throw new Error(`${receipt.transactionHash} reverted`)
    hash = receipt.transactionHash
  }
  return hash
}

const networkOf = (option: string): Network => (option.endsWith('-b') ? 'devnet-b' : 'devnet')

async function payOption(token: string, option: string, payer = 1): Promise<string> {
  return sendAll(networkOf(option), payer, await readSteps(token, option, payer))
}

const requestOf = (id: string) =>
  host.host.context.db.kysely
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const until = (id: string, status: string) =>
  waitFor(`${id} to be ${status}`, async () => {
    const request = await requestOf(id)
    return request.status === status ? request : null
  })

/** Expects a paid payment, for any caller and on its page, in the currency that paid it, even for a page that chose another currency. */
async function expectPaidIn(token: string, option: string): Promise<void> {
  for (const query of ['', '&option=USDC-devnet', '&option=ETH-devnet-b']) {
    const path = `/v2/secure-payments/${token}?completed=show${query}`
    const { json } = await host.call('GET', path)
    expect(json).toMatchObject({
      network: networkOf(option),
      chain: { id: networkOf(option) },
      paymentCurrency: option,
      items: [{ paymentCurrency: option, amountPaid: '20' }],
    })
    expect(Number(json.items[0].amountSpent)).toBeGreaterThan(0)
    expect(json.amount).toBe(json.items[0].amountSpent)
  }
  const page = await host.call('GET', `/?token=${token}`)
  const [symbol] = option.split('-')
  const name = networkOf(option) === 'devnet' ? 'Devnet' : 'Devnet B'
  expect(page.text).toContain(`in ${symbol} on ${name}</span>`)
}

const eventsOf = (id: string, type: string) =>
  sink.deliveries().flatMap(({ body, verified }) => {
    const event = { ...(body as Record<string, unknown>) }
    return verified && event['requestId'] === id && event['event'] === type ? [event] : []
  })

describe('A payment in one of the accepted currencies', () => {
  test.each([
    ['USDC-devnet', 'USDC'],
    ['DAI-devnet', 'DAI'],
    ['ETH-devnet', 'ETH'],
    ['USDC-devnet-b', 'USDC'],
    ['ETH-devnet-b', 'ETH'],
  ])(
    'a payment in %s pays the request, and the webhook names that currency',
    async (option, symbol) => {
      const { token, requestId } = await createLink()
      const txHash = await payOption(token, option)
      const request = await until(requestId, 'paid')
      expect(request).toMatchObject({ paid_units: '2000000000', has_been_paid: 1 })
      const [event] = await waitFor('the webhook', () => {
        const events = eventsOf(requestId, 'payment.confirmed')
        return events.length > 0 ? events : null
      })
      expect(event).toMatchObject({
        txHash,
        network: networkOf(option),
        amount: '20',
        totalAmountPaid: '20',
        currency: 'USD',
        paymentCurrency: symbol,
        payee: PAYEE,
      })
      const { json } = await host.call('GET', `/v2/secure-payments/${token}?completed=show`)
      expect(json).toMatchObject({
        status: 'completed',
        transactions: [{ txHash, amount: '20', status: 'confirmed' }],
      })
      await expectPaidIn(token, option)
      const found = await host.call('GET', `/v2/payments?txHash=${txHash}`)
      expect(found.json.payments).toMatchObject([
        { destinationNetwork: networkOf(option), paymentCurrency: symbol, amount: '20' },
      ])
    },
  )

  test('parts in different currencies add up in the invoice currency', async () => {
    const { token, requestId } = await createLink('20')
    // The first payer pays 5, and the second one the remainder.
    const { json } = await host.call(
      'GET',
      `/v2/request/${requestId}/pay?option=DAI-devnet&amount=5&wallet=${chains.accounts[2]?.address}`,
    )
    await sendAll('devnet', 2, json.transactions.map(asPageForm))
    await until(requestId, 'partially_paid')
    expect(eventsOf(requestId, 'payment.partial')).toBeDefined()
    const rest = await host.call('GET', `/v2/secure-payments/${token}`)
    expect(rest.json.items[0]).toMatchObject({ amountPaid: '5', remainingAmount: '15' })
    await payOption(token, 'ETH-devnet-b', 3)
    const request = await until(requestId, 'paid')
    expect(request.paid_units).toBe('2000000000')
    const found = await host.call('GET', `/v2/request/${requestId}`)
    expect(found.json).toMatchObject({ paidAmount: '20', excessAmount: null })
    // Each local chain's clock depends on its number of blocks, so the order of the payments is not certain.
    const byCurrency = Map.groupBy<string, { receivedCurrency: string }>(
      found.json.payments,
      ({ receivedCurrency }) => receivedCurrency,
    )
    expect(byCurrency.get('DAI')).toMatchObject([{ amount: '5', receivedNetwork: 'devnet' }])
    expect(byCurrency.get('ETH')).toMatchObject([{ amount: '15', receivedNetwork: 'devnet-b' }])
    const shown = await host.call('GET', `/v2/secure-payments/${token}?completed=show`)
    const parts = new Map<string, object>(
      shown.json.transactions.map((part: { paid: { symbol: string } }) => [part.paid.symbol, part]),
    )
    // A DAI is worth a dollar, and an ETH 2,500.
    expect(parts.get('DAI')).toMatchObject({ amount: '5', paid: { amount: '5' } })
    expect(parts.get('ETH')).toMatchObject({ amount: '15', paid: { amount: '0.006' } })
  })

  test('a request that two payers pay with two options at once is paid once, and the rest is excess', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { token, requestId } = await createLink('20')
      const [first, second] = await Promise.all([
        readSteps(token, 'USDC-devnet', 1),
        readSteps(token, 'ETH-devnet-b', 2),
      ])
      await Promise.all([sendAll('devnet', 1, first), sendAll('devnet-b', 2, second)])
      const request = await waitFor('both payments', async () => {
        const row = await requestOf(requestId)
        return row.paid_units === '4000000000' ? row : null
      })
      expect(request.status).toBe('paid')
      const payments = await host.host.context.db.kysely
        .selectFrom('payments')
        .select(['network', 'request_units'])
        .where('request_id', '=', requestId)
        .orderBy('network')
        .execute()
      expect(payments).toEqual([
        { network: 'devnet', request_units: '2000000000' },
        { network: 'devnet-b', request_units: '2000000000' },
      ])
      await waitFor('the webhook', () => eventsOf(requestId, 'payment.confirmed')[0] ?? null)
      expect(eventsOf(requestId, 'payment.confirmed')).toHaveLength(1)
      const { json } = await host.call('GET', `/v2/request/${requestId}`)
      expect(json).toMatchObject({ paidAmount: '40', excessAmount: '20' })
    }
  })

  test('the excess of payments in two currencies is refunded in the currency in which it arrived', async () => {
    const { token, requestId } = await createLink('20')
    const steps = await Promise.all([
      readSteps(token, 'USDC-devnet', 1),
      readSteps(token, 'ETH-devnet-b', 2),
    ])
    await sendAll('devnet', 1, steps[0])
    await until(requestId, 'paid')
    await sendAll('devnet-b', 2, steps[1])
    await waitFor('both payments', async () =>
      (await requestOf(requestId)).paid_units === '4000000000' ? true : null,
    )
    const newest = await host.host.context.db.kysely
      .selectFrom('payments')
      .selectAll()
      .where('request_id', '=', requestId)
      .orderBy('block_time', 'desc')
      .executeTakeFirstOrThrow()
    const { json: listed } = await host.call('GET', '/v2/refund-candidates')
    const { payment_currency: currency, network, payer: recipient } = newest
    expect(listed.candidates).toMatchObject([{ requestId, amount: 'excess', currency, network }])
    const refund = (amount: string) =>
      host.call('POST', `/v2/request/${requestId}/refunds`, { body: { amount } })
    const stated = await refund('1')
    expect(stated.json.errors).toMatchObject([{ field: 'amount', code: 'several_currencies' }])
    const { status, json } = await refund('excess')
    expect(status).toBe(201)
    expect(json).toMatchObject({
      refunds: [
        {
          currency,
          network,
          amount: listed.candidates[0].refundAmount,
          recipient,
        },
      ],
      notRefunded: [],
    })
  })

  test('a payment with an option’s reference in another token does not count', async () => {
    const { token, requestId } = await createLink('20')
    const { json } = await host.call('GET', `/v2/secure-payments/${token}`)
    const dai = json.options.find((one: { option: string }) => one.option === 'DAI-devnet')
    const usdc = json.options[0]
    const [, pay] = await readSteps(token, 'USDC-devnet', 4)
    const steps = await readSteps(token, 'USDC-devnet', 4)
    const last = steps.at(-1) ?? pay
    if (last === undefined) throw new Error('no payment step')
    const swapped = last.data.replace(
      usdc.paymentReference.slice(2),
      dai.paymentReference.slice(2),
    ) as `0x${string}`
    await sendAll('devnet', 4, [...steps.slice(0, -1), { ...last, data: swapped }])
    const unmatched = await waitFor('the unmatched payment', async () => {
      const row = await host.host.context.db.kysely
        .selectFrom('unmatched_payments')
        .selectAll()
        .where('request_id', '=', requestId)
        .executeTakeFirst()
      return row ?? null
    })
    expect(unmatched.reason).toBe('wrong_token')
    expect((await requestOf(requestId)).paid_units).toBe('0')
  })
})

test('A late payment of a swept request’s option is kept as its merchant’s unmatched payment', async () => {
  const { token, requestId } = await createLink('20')
  const steps = await readSteps(token, 'USDC-devnet-b', 5)
  const { context } = host.host
  const expired = new Date(context.now().getTime() - 91 * DAY_MS).toISOString()
  await context.db.kysely.updateTable('secure_payments').set({ expires_at: expired }).execute()
  const later = () => new Date(context.now().getTime() + 91 * DAY_MS)
  const sweeper = createSweeper({ ...context, now: later })
  while ((await sweeper.step()).more);
  const left = await context.db.kysely.selectFrom('request_options').selectAll().execute()
  expect(left).toEqual([])
  const txHash = await sendAll('devnet-b', 5, steps)
  const unmatched = await waitFor('the unmatched payment', async () => {
    const row = await context.db.kysely
      .selectFrom('unmatched_payments')
      .selectAll()
      .where('request_id', '=', requestId)
      .executeTakeFirst()
    return row ?? null
  })
  expect(unmatched).toMatchObject({ tx_hash: txHash, reason: 'request_swept' })
})

/** Converts a transaction of `GET /v2/request/{requestId}/pay` to the form of a payment page. */
function asPageForm(transaction: {
  to: `0x${string}`
  data: `0x${string}`
  value: { hex: `0x${string}` }
}): Transaction {
  return { ...transaction, value: transaction.value.hex }
}
