import { decodePaymentCall, encodeErc20Payment } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import { type Chains, type Sink, startChains, startSink } from '@secure-payment/devnet'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFakePrices, type FakePrices } from '../support/fakePrices.ts'
import { balanceOf } from '../support/requestCalls.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'
import { waitFor } from './support/waitFor.ts'

const PAYER_INDEX = 4
const PAYER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const STRANGER = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'
const FEE = { feePercentage: '2.5', feeAddress: FEE_ADDRESS, defaultFeeBearer: 'payee' }

let chains: Chains
let host: TestHost
let prices: FakePrices
let sink: Sink
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
      PAY_POLL_INTERVAL_MS_DEVNET: '500',
      PAY_START_BLOCK_DEVNET: '0',
      PAY_PRICE_SOURCES: 'coinbase,kraken',
      PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
    },
    { prices },
  )
  now = host.clock.now
  prices.set('USDC', 'DAI', '0.8')
  const body = { url: sink.url, events: ['payment.confirmed', 'payment.partial'] }
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

const create = (requests: object[], more: object = FEE) => host.createPayment({ requests, ...more })
const item = (body: object = {}) => ({
  payee: PAYEE,
  amount: '100',
  invoiceCurrency: 'USDC-devnet',
  paymentCurrency: 'USDC-devnet',
  ...body,
})

async function askToPay(token: string) {
  const { status, json, text } = await host.call(
    'GET',
    `/v2/secure-payments/${token}/pay?wallet=${PAYER}`,
  )
  expect([status, text]).toEqual([200, expect.anything()])
  return json
}

async function reach(requestId: string | undefined, wanted: { status: string; paid: string }) {
  const read = async () => {
    const { json } = await host.call('GET', `/v2/request/${requestId}/status`)
    return { status: json.status, paid: json.amountPaid }
  }
  await waitFor(`${wanted.status} with ${wanted.paid}`, async () => {
    const { status, paid } = await read()
    return status === wanted.status && paid === wanted.paid ? true : null
  })
}

/** Returns how far the balances of the payee, the fee address and the payer move while an action runs. */
async function moved(symbol: string, action: () => Promise<void>, payee: string = PAYEE) {
  const read = () =>
    Promise.all([payee, FEE_ADDRESS, PAYER].map((owner) => balanceOf(chains, symbol, owner)))
  const before = await read()
  await action()
  const after = await read()
  const [toPayee, toFee, fromPayer] = after.map((units, index) => units - (before[index] ?? 0n))
  return { toPayee, toFee, fromPayer }
}

describe('A payment whose payee bears the fee', () => {
  test('a direct payment takes exactly the amount from the payer, and is paid in full', async () => {
    const { token, requestIds } = await create([item()])
    const calldata = await askToPay(token)
    expect(calldata.feeBundle.amountSummary).toEqual({
      grossAmount: '100',
      netRecipientAmount: '97.5',
      totalFees: '2.5',
      payeeBorneFees: '2.5',
      payerBorneFees: '0',
      payerTotal: '100',
    })
    const change = await moved('USDC', () => send(calldata.transactions))
    expect(change).toEqual({ toPayee: 97_500_000n, toFee: 2_500_000n, fromPayer: -100_000_000n })
    await reach(requestIds[0], { status: 'paid', paid: '100' })

    const { json } = await host.call('GET', `/v2/secure-payments/${token}`)
    expect(json.payment).toMatchObject({ amount: '100', status: 'completed' })
    expect(json.payment.items[0]).toMatchObject({
      amount: '100',
      fee: { amount: '2.5', bearer: 'payee' },
      amountPaid: '100',
      amountSpent: '100',
      remainingAmount: '0',
    })
    const { json: list } = await host.call('GET', `/v2/payments?requestId=${requestIds[0]}`)
    expect(list.payments[0]).toMatchObject({ amount: '100' })
    const { rawBody } = await sink.waitFor((one) => one.rawBody.includes(String(requestIds[0])))
    const event = JSON.parse(rawBody)
    expect(event).toMatchObject({
      event: 'payment.confirmed',
      amount: '100',
      expectedAmount: '100',
      totalAmountPaid: '100',
    })
    expect(event.fees).toContainEqual({
      type: 'platform',
      amount: '2.5',
      currency: 'USDC',
      provider: 'onchain',
    })
  })

  test('a payment in native coins takes exactly the amount, apart from gas', async () => {
    const eth = { invoiceCurrency: 'ETH-devnet-devnet', paymentCurrency: 'ETH-devnet-devnet' }
    const currency = getNetwork('devnet').nativeCurrency.currencyId
    const { token, requestIds } = await create([
      item({ ...eth, invoiceCurrency: currency, paymentCurrency: currency, amount: '0.1' }),
    ])
    const calldata = await askToPay(token)
    expect(BigInt(calldata.transactions[0].value)).toBe(10n ** 17n)
    const { toPayee, toFee } = await moved('ETH', () => send(calldata.transactions))
    expect({ toPayee, toFee }).toEqual({ toPayee: 975n * 10n ** 14n, toFee: 25n * 10n ** 14n })
    await reach(requestIds[0], { status: 'paid', paid: '0.1' })
  })

  test('a payment that a contract converts counts as the whole amount', async () => {
    const { token, requestIds } = await create([item({ invoiceCurrency: 'USD' })])
    const calldata = await askToPay(token)
    await send(calldata.transactions)
    await reach(requestIds[0], { status: 'paid', paid: '100' })
  })

  test('a payment at a quote takes exactly the quoted amount', async () => {
    const { token, requestIds } = await create([
      item({ invoiceCurrency: 'DAI-devnet-b', amount: '100.000000000000000001' }),
    ])
    const { json: quote } = await host.call('POST', `/v2/secure-payments/${token}/quotes`, {
      body: {},
    })
    const net = BigInt(Number(quote.paymentAmount) * 1e6)
    const fee = BigInt(Math.round(Number(quote.feeAmount) * 1e6))
    const calldata = await askToPay(token)
    const change = await moved('USDC', () => send(calldata.transactions))
    expect(change).toEqual({ toPayee: net, toFee: fee, fromPayer: -(net + fee) })
    await reach(requestIds[0], { status: 'paid', paid: '100.000000000000000001' })
  })

  test('a batch takes exactly the sum of the amounts', async () => {
    const { token, requestIds } = await create([
      item({ amount: '10' }),
      item({ amount: '0.000003', payee: SECOND_PAYEE }),
    ])
    const calldata = await askToPay(token)
    const steps = [...calldata.ERC20ApprovalTransactions, calldata.batchPaymentTransaction]
    const change = await moved('USDC', () => send(steps))
    expect(change).toEqual({ toPayee: 9_750_000n, toFee: 250_001n, fromPayer: -10_000_003n })
    await reach(requestIds[0], { status: 'paid', paid: '10' })
    await reach(requestIds[1], { status: 'paid', paid: '0.000003' })
    expect(calldata.feeBundle.amountSummary.payerTotal).toBe('10.000003')
  })

  test('a payment in parts takes exactly the amount in all', async () => {
    const { token, requestIds } = await create([item({ amount: '1' })])
    const pay = async (amount: string) => {
      const { json } = await host.call(
        'GET',
        `/v2/request/${requestIds[0]}/pay?wallet=${PAYER}&amount=${amount}`,
      )
      await send(
        json.transactions.map((one: { value: { hex: Hex } }) => ({ ...one, value: one.value.hex })),
      )
    }
    const change = await moved('USDC', async () => {
      await pay('0.333333')
      await reach(requestIds[0], { status: 'partially_paid', paid: '0.333333' })
      await pay('0.666666')
      await reach(requestIds[0], { status: 'partially_paid', paid: '0.999999' })
      // One unit is left, and the fee would take it: the payee receives it whole.
      await send((await askToPay(token)).transactions)
      await reach(requestIds[0], { status: 'paid', paid: '1' })
    })
    expect(change.fromPayer).toBe(-1_000_000n)
    expect(change.toPayee).toBe(974_999n)
  })
})

describe('A payer who changes the fee that the payee bears', () => {
  /** Changes the last transaction of a payment, and returns its request. */
  async function payChanged(change: {
    feeUnits?: bigint
    feeAddress?: string
    amountUnits?: bigint
  }) {
    const { token, requestIds } = await create([item({ amount: '40' })])
    const { transactions } = await askToPay(token)
    const payment = transactions.at(-1)
    const call = decodePaymentCall(payment.data)
    if (call?.kind !== 'erc20_payment') throw new Error('Expected a token payment.')
    const { to, data } = encodeErc20Payment({ ...call, proxy: payment.to, ...change })
    await send([...transactions.slice(0, -1), { to: to as Hex, data: data as Hex, value: 0 }])
    return { requestId: requestIds[0], token }
  }

  test('a payment without the fee counts only as the part that the payee received', async () => {
    const { requestId, token } = await payChanged({ feeUnits: 0n })
    await reach(requestId, { status: 'partially_paid', paid: '39' })
    // The rest is split again, so that the payer still pays the amount in all.
    const change = await moved('USDC', async () => send((await askToPay(token)).transactions))
    expect(change).toEqual({ toPayee: 975_000n, toFee: 25_000n, fromPayer: -1_000_000n })
    await reach(requestId, { status: 'paid', paid: '40' })
  })

  test('a payment with a lower fee counts less', async () => {
    const { requestId } = await payChanged({ feeUnits: 400_000n })
    await reach(requestId, { status: 'partially_paid', paid: '39.4' })
  })

  test('a payment with the fee to another address counts only as the part of the payee', async () => {
    const { requestId } = await payChanged({ feeAddress: STRANGER })
    await reach(requestId, { status: 'partially_paid', paid: '39' })
  })

  test('a payment with a higher fee counts no more than the amount from which the payee received its part', async () => {
    const { requestId } = await payChanged({ amountUnits: 19_500_000n, feeUnits: 20_500_000n })
    // The payee receives 19.5 from 20, and from one unit more.
    await reach(requestId, { status: 'partially_paid', paid: '20.000001' })
  })
})
