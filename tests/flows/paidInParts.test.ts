import { type Chains, startChains } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askToPay, balanceOf, createRequest, sendAll } from '../support/requestCalls.ts'
import { FEE_ADDRESS, PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'
import { waitFor } from './support/waitFor.ts'

const PAYER_INDEX = 4
const PAYER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const FEE = { feePercentage: '1', feeAddress: FEE_ADDRESS }
const CONFIRMATIONS = 3

let chains: Chains
let host: TestHost
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  host = await startTestHost({
    PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
    PAY_NETWORKS: 'devnet',
    PAY_ROLE: 'api,watcher,worker',
    PAY_CONFIRMATIONS_DEVNET: String(CONFIRMATIONS),
    PAY_POLL_INTERVAL_MS_DEVNET: '500',
    PAY_START_BLOCK_DEVNET: '0',
  })
})
afterAll(async () => {
  await host[Symbol.asyncDispose]()
  await chains[Symbol.asyncDispose]()
})

async function pay(requestId: string, query: Record<string, string>): Promise<void> {
  const { status, json } = await askToPay(host, requestId, { wallet: PAYER, ...query })
  expect(status).toBe(200)
  await sendAll(chains, PAYER_INDEX, json.transactions)
}

async function statusOf(requestId: string) {
  const { json } = await host.call('GET', `/v2/request/${requestId}/status`)
  return { status: json.status, paid: json.amountPaid }
}

async function reach(requestId: string, wanted: { status: string; paid: string }): Promise<void> {
  await waitFor(`${wanted.status} with ${wanted.paid}`, async () => {
    const { status, paid } = await statusOf(requestId)
    return status === wanted.status && paid === wanted.paid ? true : null
  })
}

describe.each([
  ['in its own token', { invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' }],
  ['by conversion', { invoiceCurrency: 'USD', paymentCurrency: 'USDC-devnet' }],
])('A request of 100 that is paid %s', (_, currencies) => {
  test('a request is paid to the last unit in three parts, and cannot be paid again while a part is pending', async () => {
    const requestId = await createRequest(host, { ...currencies, amount: '100' })
    const before = await balanceOf(chains, 'USDC', PAYEE)

    await pay(requestId, { amount: '30.01' })
    await chains.mine('devnet', CONFIRMATIONS)
    await reach(requestId, { status: 'partially_paid', paid: '30.01' })
    const over = await askToPay(host, requestId, { amount: '70' })
    expect(over.json.code).toBe('amount_exceeds_remaining')

    await pay(requestId, { ...FEE, amount: '19.99' })
    // Less than the remaining amount is pending, so the payer can pay the rest immediately.
    await reach(requestId, { status: 'processing', paid: '30.01' })
    expect((await askToPay(host, requestId, { amount: '50' })).status).toBe(200)
    await chains.mine('devnet', CONFIRMATIONS)
    await reach(requestId, { status: 'partially_paid', paid: '50' })

    await pay(requestId, {})
    await waitFor('the rejection of a second payment', async () => {
      const { json: refused } = await askToPay(host, requestId)
      return refused.code === 'payment_processing' ? true : null
    })
    const { json } = await host.call('GET', `/v2/request/${requestId}/routes?wallet=${PAYER}`)
    expect(json).toEqual({ routes: [] })

    await chains.mine('devnet', CONFIRMATIONS)
    await reach(requestId, { status: 'paid', paid: '100' })
    expect((await askToPay(host, requestId)).json.code).toBe('already_paid')
    expect((await balanceOf(chains, 'USDC', PAYEE)) - before).toBe(100_000_000n)
    const request = await host.call('GET', `/v2/request/${requestId}`)
    expect(request.json).toMatchObject({ hasBeenPaid: true, paidAmount: '100', excessAmount: null })
    expect(request.json.payments).toHaveLength(3)
  })
})
