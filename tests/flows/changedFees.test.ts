import {
  decodePaymentCall,
  encodeBatch,
  encodeErc20Conversion,
  encodeErc20Payment,
  encodeNativePayment,
} from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import { type Chains, startChains } from '@secure-payment/devnet'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  FEE_ADDRESS,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'
import { waitFor } from './support/waitFor.ts'

const PAYER_INDEX = 4
const PAYER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const STRANGER = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'
const FEE = { feePercentage: '2.5', feeAddress: FEE_ADDRESS, defaultFeeBearer: 'payee' }

let chains: Chains
let host: TestHost
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  host = await startTestHost({
    PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
    PAY_NETWORKS: 'devnet',
    PAY_ROLE: 'api,watcher,worker',
    PAY_CONFIRMATIONS_DEVNET: '0',
    PAY_POLL_INTERVAL_MS_DEVNET: '500',
    PAY_START_BLOCK_DEVNET: '0',
  })
})
afterAll(async () => {
  await host?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

type Wire = { to: string; data: string; value: number | bigint | Hex }

async function send(transactions: readonly Wire[]): Promise<void> {
  const wallet = chains.wallet('devnet', PAYER_INDEX)
  for (const { to, data, value } of transactions) {
    const call = { to: to as Hex, data: data as Hex, value: BigInt(value) }
    const { status } = await wallet.sendTransactionSync(call)
    expect(status).toBe('success')
  }
}

async function open(...requests: object[]) {
  const { token, requestIds } = await host.createPayment({
    requests: requests.map((one) => ({ ...usdcItem, amount: '40', ...one })),
    ...FEE,
  })
  const { status, json, text } = await host.call(
    'GET',
    `/v2/secure-payments/${token}/pay?wallet=${PAYER}`,
  )
  expect([status, text]).toEqual([200, expect.anything()])
  return { token, requestIds, calldata: json }
}

async function reach(requestId: string | undefined, wanted: { status: string; paid: string }) {
  const read = async () => {
    const { json } = await host.call('GET', `/v2/request/${requestId}/status`)
    return json.status === wanted.status && json.amountPaid === wanted.paid ? true : null
  }
  await waitFor(`${wanted.status} with ${wanted.paid}`, read)
}

/** Decodes a transaction of one of the service's kinds. */
function decode<Kind extends string>({ data }: { data: Hex }, kind: Kind) {
  const call = decodePaymentCall(data)
  if (call?.kind !== kind) throw new Error(`Expected the kind ${kind}.`)
  return call as Extract<NonNullable<typeof call>, { kind: Kind }>
}

describe('A payer who changes the fee that the payee bears', () => {
  test.each([
    ['the fee to another address', { feeAddress: STRANGER }, '39', 39],
    ['no fee', { feeUnits: 0n }, '39', 39],
    [
      'the amount as the fee',
      { amountUnits: 1_00000000n, feeUnits: 39_00000000n },
      '1.02564103',
      1,
    ],
  ])('a conversion with %s counts as the part of the payee', async (_, change, paid, worth) => {
    const { token, requestIds, calldata } = await open({ invoiceCurrency: 'USD' })
    const payment = calldata.transactions.at(-1)
    const call = decode(payment, 'erc20_conversion')
    const changed = encodeErc20Conversion({ ...call, proxy: payment.to, ...change })
    await send([...calldata.transactions.slice(0, -1), changed])
    await reach(requestIds[0], { status: 'partially_paid', paid })
    const { json } = await host.call('GET', `/v2/payments?requestId=${requestIds[0]}`)
    const { json: page } = await host.call('GET', `/v2/secure-payments/${token}`)
    // The worth is that of the payee's part, and the total is still the price.
    expect(Number(json.payments[0].amountInUsd)).toBeCloseTo(worth, 5)
    expect(Number(page.amount)).toBeCloseTo(40, 5)
  })

  test.each([
    ['the fee to another address', { feeAddress: STRANGER }, '0.039'],
    ['no fee', { feeUnits: 0n }, '0.039'],
  ])(
    'a payment in native coins with %s counts as the part of the payee',
    async (_, change, paid) => {
      const coin = getNetwork('devnet').nativeCurrency.currencyId
      const currency = { invoiceCurrency: coin, paymentCurrency: coin, amount: '0.04' }
      const { requestIds, calldata } = await open(currency)
      const payment = calldata.transactions.at(-1)
      const call = decode(payment, 'native_payment')
      const amountUnits = BigInt(payment.value) - call.feeUnits
      await send([encodeNativePayment({ ...call, proxy: payment.to, amountUnits, ...change })])
      await reach(requestIds[0], { status: 'partially_paid', paid })
    },
  )

  test('a batch with the fees to another address counts as the parts of the payees', async () => {
    const { requestIds, calldata } = await open({}, { payee: SECOND_PAYEE })
    const batch = calldata.batchPaymentTransaction
    const call = decode(batch, 'batch')
    const groups = call.groups.map(({ items }) => ({ paymentNetworkId: 2 as const, items }))
    const changed = encodeBatch({ groups, contract: batch.to, feeAddress: STRANGER })
    await send([...calldata.ERC20ApprovalTransactions, changed])
    for (const id of requestIds) await reach(id, { status: 'partially_paid', paid: '39' })
  })

  test('two parts with swapped amounts and fees never count as the whole amount', async () => {
    const { requestIds, calldata } = await open({})
    const payment = calldata.transactions.at(-1)
    const call = decode(payment, 'erc20_payment')
    const part = (amountUnits: bigint, feeUnits: bigint) =>
      encodeErc20Payment({ ...call, proxy: payment.to, amountUnits, feeUnits })
    const swapped = part(1_000_000n, 19_000_000n)
    await send([...calldata.transactions.slice(0, -1), swapped, part(19_000_000n, 1_000_000n)])
    // The payee receives 1 from at most 1.025642, and 19 from at most 19.487180.
    await reach(requestIds[0], { status: 'partially_paid', paid: '20.512822' })
  })
})
