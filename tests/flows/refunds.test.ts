import { accounts, type Chains, startChains } from '@secure-payment/devnet'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshWallet } from '../support/freshWallet.ts'
import { balanceOf } from '../support/requestCalls.ts'
import { type ConfirmingHost, startConfirmingHost } from './support/startConfirmingHost.ts'
import { waitFor } from './support/waitFor.ts'

/** The whole story of refunds against the real contracts: pay, refund, pay the refund, and read it from the webhook and the chain. */
let chains: Chains
let host: ConfirmingHost
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  host = await startConfirmingHost(chains)
})
afterAll(async () => {
  await host?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const CUSTOMER_INDEX = 4
const MERCHANT_INDEX = 5
const CUSTOMER = accounts[CUSTOMER_INDEX]?.address ?? '0x'
const MERCHANT = accounts[MERCHANT_INDEX]?.address ?? '0x'

type Transaction = { to: Hex; data: Hex; value: 0 | Hex | { hex: Hex } }

async function send(index: number, transactions: readonly Transaction[]): Promise<Hex> {
  const wallet = chains.wallet('devnet', index)
  let hash: Hex = '0x'
  for (const { to, data, value } of transactions) {
    const coins = BigInt(typeof value === 'object' ? value.hex : value)
    const receipt = await wallet.sendTransactionSync({ to, data, value: coins })
    if (receipt.status !== 'success') throw new Error(`The call of ${to} reverted.`)
    hash = receipt.transactionHash
  }
  return hash
}

async function call(method: string, path: string, body?: object) {
  const { status, json, text } = await host.test.call(method, path, body && { body })
  if (status !== 200 && status !== 201) throw new Error(`${method} ${path}: ${status} ${text}`)
  return json
}

/** Pays a request like a wallet with its calldata, and returns the hash of the payment. */
async function pay(requestId: string, index: number, query = ''): Promise<Hex> {
  const wallet = accounts[index]?.address
  const calldata = await call('GET', `/v2/request/${requestId}/pay?wallet=${wallet}${query}`)
  return send(index, calldata.transactions)
}

type Paid = { requestId: string; paymentId: string }

/** A customer pays a new request of the merchant. */
async function sell(currency: string, amount: string, invoiceCurrency = currency): Promise<Paid> {
  const body = { payee: MERCHANT, invoiceCurrency, paymentCurrency: currency, amount }
  const { requestId } = await call('POST', '/v2/request', body)
  const txHash = await pay(requestId, CUSTOMER_INDEX)
  await host.confirm(txHash, [requestId])
  return { requestId, paymentId: await newestPayment(requestId) }
}

async function newestPayment(requestId: string): Promise<string> {
  const { payments } = await call('GET', `/v2/payments?requestId=${requestId}`)
  return payments[0].id
}

const refund = (paymentId: string, body: object) =>
  call('POST', `/v2/payments/${paymentId}/refunds`, body)

/** Waits for the only event of a type about a refund, and expects a valid signature. */
async function told(refundId: string, type: string): Promise<Record<string, unknown>> {
  const found = await waitFor(`${type} of ${refundId}`, () => {
    const events = eventsOf(refundId).filter(({ event }) => event === type)
    return events.length > 0 ? events : null
  })
  expect(found).toHaveLength(1)
  return found[0] ?? {}
}

function eventsOf(refundId: string): Record<string, unknown>[] {
  return host.sink.deliveries().flatMap(({ body, verified }) => {
    if (!verified || typeof body !== 'object' || body === null) return []
    const event: Record<string, unknown> = { ...body }
    return event['refundId'] === refundId ? [event] : []
  })
}

/** The events that a receiver may take for income, about a request. */
function incomeOf(requestId: string): unknown[] {
  return host.sink.deliveries().filter(({ body }) => {
    const { event, requestId: about } = body as { event: string; requestId: string }
    return about === requestId && event.startsWith('payment.')
  })
}

const paymentOf = async (requestId: string) =>
  (await call('GET', `/v2/payments?requestId=${requestId}`)).payments[0]

/** Pays a refund, and expects exactly this change of the customer's balance, one webhook, and the refund in the books. */
async function settle(created: { id: string; refundRequestId: string; amount: string }) {
  const txHash = await pay(created.refundRequestId, MERCHANT_INDEX)
  const event = await told(created.id, 'refund.confirmed')
  expect(event).toMatchObject({ txHash, amount: created.amount, totalAmountPaid: created.amount })
  expect(await call('GET', `/v2/refunds/${created.id}`)).toMatchObject({
    status: 'confirmed',
    amountPaid: created.amount,
    txHash,
  })
  expect(incomeOf(created.refundRequestId)).toEqual([])
}

describe('A refund of a whole payment', () => {
  test.each([
    ['ETH-devnet', 'ETH', '0.25', 250_000_000_000_000_000n],
    ['USDC-devnet', 'USDC', '12.5', 12_500_000n],
    ['USDT-devnet', 'USDT', '7', 7_000_000n],
  ])(
    'a refund of a whole payment in %s arrives at the wallet that paid',
    async (currency, symbol, amount, units) => {
      const { requestId, paymentId } = await sell(currency, amount)
      const created = await refund(paymentId, { amount: 'all', reason: 'Returned' })
      expect(created).toMatchObject({ status: 'open', amount, recipient: CUSTOMER })
      const before = await balanceOf(chains, symbol, CUSTOMER)
      await settle(created)
      expect((await balanceOf(chains, symbol, CUSTOMER)) - before).toBe(units)
      expect(await paymentOf(requestId)).toMatchObject({
        refundedAmount: amount,
        refundStatus: 'full',
        refundId: null,
      })
      expect(await call('GET', `/v2/request/${requestId}`)).toMatchObject({
        hasBeenPaid: true,
        refundedAmount: amount,
        refundStatus: 'full',
      })
      // The outgoing payment names its refund.
      expect(await paymentOf(created.refundRequestId)).toMatchObject({ refundId: created.id })
    },
  )
})

describe('A refund in parts', () => {
  test('a refund in parts pays back three parts, and never more', async () => {
    const { requestId, paymentId } = await sell('USDC-devnet', '10')
    const before = await balanceOf(chains, 'USDC', CUSTOMER)
    for (const amount of ['3', '3', 'all']) await settle(await refund(paymentId, { amount }))
    expect((await balanceOf(chains, 'USDC', CUSTOMER)) - before).toBe(10_000_000n)
    const more = await host.test.call('POST', `/v2/payments/${paymentId}/refunds`, {
      body: { amount: '0.000001' },
    })
    expect(more.json).toMatchObject({ code: 'refund_exceeds_payment', remaining: '0' })
    expect(await paymentOf(requestId)).toMatchObject({ refundStatus: 'full' })
  })

  test('a refund in parts of a converted payment pays back the value at the time of the payment', async () => {
    // A euro is 1.1 dollars on the devnet, and a dollar is one USDC.
    const { requestId, paymentId } = await sell('USDC-devnet', '20', 'EUR')
    const before = await balanceOf(chains, 'USDC', CUSTOMER)
    const first = await refund(paymentId, { amountInInvoiceCurrency: '5' })
    expect(first).toMatchObject({ amount: '5.5', amountInInvoiceCurrency: '5' })
    await settle(first)
    const second = await refund(paymentId, { amount: 'all' })
    expect(second).toMatchObject({ amount: '16.5', amountInInvoiceCurrency: '15' })
    await settle(second)
    expect((await balanceOf(chains, 'USDC', CUSTOMER)) - before).toBe(22_000_000n)
    expect(await call('GET', `/v2/request/${requestId}`)).toMatchObject({
      refundedAmount: '22',
      refundStatus: 'full',
    })
  })

  test('50 refunds are paid by one transaction of POST /v2/payouts/batch', async () => {
    const { paymentId } = await sell('USDC-devnet', '50')
    const created: { id: string; refundRequestId: string }[] = []
    for (let index = 0; index < 50; index += 1)
      created.push(await refund(paymentId, { amount: '1' }))
    const before = await balanceOf(chains, 'USDC', CUSTOMER)
    const batch = await call('POST', '/v2/payouts/batch', {
      payer: MERCHANT,
      requestIds: created.map(({ refundRequestId }) => refundRequestId),
    })
    const txHash = await send(MERCHANT_INDEX, [
      ...batch.ERC20ApprovalTransactions,
      batch.batchPaymentTransaction,
    ])
    for (const { id } of created) {
      expect(await told(id, 'refund.confirmed')).toMatchObject({ txHash, amount: '1' })
    }
    expect((await balanceOf(chains, 'USDC', CUSTOMER)) - before).toBe(50_000_000n)
    const { refunds } = await call(
      'GET',
      `/v2/refunds?paymentId=${paymentId}&status=confirmed&limit=100`,
    )
    expect(refunds).toHaveLength(50)
  })
})

describe('A refund link', () => {
  test('a refund link pays 50 refunds in one transaction on its page', async () => {
    const { paymentId } = await sell('USDC-devnet', '50')
    const created: { id: string; refundRequestId: string }[] = []
    for (let index = 0; index < 50; index += 1)
      created.push(await refund(paymentId, { amount: '1' }))
    const refundIds = created.map(({ id }) => id)
    const link = await call('POST', '/v2/secure-payments/refunds', { refundIds })
    const page = `/v2/secure-payments/${link.token}`
    expect(await call('GET', page)).toMatchObject({ flow: 'pay', paymentType: 'batch' })
    const before = await balanceOf(chains, 'USDC', CUSTOMER)
    const calldata = await call('GET', `${page}/pay?wallet=${MERCHANT}`)
    const txHash = await send(MERCHANT_INDEX, [
      ...calldata.ERC20ApprovalTransactions,
      calldata.batchPaymentTransaction,
    ])
    for (const id of refundIds) {
      expect(await told(id, 'refund.confirmed')).toMatchObject({ txHash, amount: '1' })
    }
    expect((await balanceOf(chains, 'USDC', CUSTOMER)) - before).toBe(50_000_000n)
    expect(await call('GET', `${page}?completed=show`)).toMatchObject({ status: 'completed' })
  })

  test('a refund link pays the network’s coin, and then rejects a second payment', async () => {
    const { paymentId } = await sell('ETH-devnet', '0.5')
    const { id } = await refund(paymentId, { amount: '0.2' })
    const link = await call('POST', '/v2/secure-payments/refunds', { refundIds: [id] })
    const path = `/v2/secure-payments/${link.token}/pay?wallet=${MERCHANT}`
    const { transactions } = await call('GET', path)
    const before = await balanceOf(chains, 'ETH', CUSTOMER)
    await send(MERCHANT_INDEX, transactions)
    await told(id, 'refund.confirmed')
    expect((await balanceOf(chains, 'ETH', CUSTOMER)) - before).toBe(200_000_000_000_000_000n)
    expect(await host.test.call('GET', path)).toMatchObject({ status: 409 })
  })
})

describe('A refund of a request', () => {
  test('a refund of a request pays back a double payment as the excess, once', async () => {
    const body = {
      ...{ payee: MERCHANT, invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' },
      amount: '9',
    }
    const { requestId } = await call('POST', '/v2/request', body)
    // Both wallets of the customer hold calldata before the first payment.
    const path = `/v2/request/${requestId}/pay?wallet=${CUSTOMER}`
    const [one, two] = [await call('GET', path), await call('GET', path)]
    const first = await send(CUSTOMER_INDEX, one.transactions)
    await host.confirm(first, [requestId])
    await send(CUSTOMER_INDEX, two.transactions)
    await waitFor('the second payment', async () =>
      (await call('GET', `/v2/request/${requestId}`)).excessAmount === '9' ? true : null,
    )
    const { refunds } = await call('POST', `/v2/request/${requestId}/refunds`, { amount: 'excess' })
    expect(refunds).toMatchObject([{ amount: '9' }])
    await settle(refunds[0])
    const again = await host.test.call('POST', `/v2/request/${requestId}/refunds`, {
      body: { amount: 'excess' },
    })
    expect(again.json).toMatchObject({ code: 'refund_exceeds_payment', remaining: '0' })
    expect(await call('GET', `/v2/request/${requestId}`)).toMatchObject({
      refundedAmount: '9',
      refundStatus: 'partial',
    })
  })

  test('a refund of a request pays back a late payment for a cancelled request', async () => {
    const body = {
      ...{ payee: MERCHANT, invoiceCurrency: 'USDC-devnet', paymentCurrency: 'USDC-devnet' },
      amount: '4',
    }
    const { requestId } = await call('POST', '/v2/request', body)
    const { transactions } = await call('GET', `/v2/request/${requestId}/pay?wallet=${CUSTOMER}`)
    await call('POST', `/v2/request/${requestId}/cancel`)
    await host.confirm(await send(CUSTOMER_INDEX, transactions), [requestId])
    expect(await paymentOf(requestId)).toMatchObject({ isLate: true, refundStatus: 'none' })
    const { refunds } = await call('POST', `/v2/request/${requestId}/refunds`, { amount: 'all' })
    await settle(refunds[0])
  })
})

describe('The wallet that paid', () => {
  test('the wallet that paid must have a private key, unless the merchant names the wallet as the recipient', async () => {
    const { paymentId } = await sell('USDC-devnet', '3')
    const client = chains.client('devnet')
    const code = (address: Hex, bytecode: Hex) => client.setCode({ address, bytecode })
    await code(CUSTOMER, '0x00')
    try {
      const refused = await host.test.call('POST', `/v2/payments/${paymentId}/refunds`, {
        body: { amount: 'all' },
      })
      expect(refused.json).toMatchObject({ code: 'refund_recipient_needed', reason: 'contract' })
      expect(await refund(paymentId, { amount: '1', recipient: CUSTOMER })).toMatchObject({
        recipient: CUSTOMER,
      })
      // An account that delegates to code (EIP-7702) still has its key.
      await code(CUSTOMER, `0xef0100${'11'.repeat(20)}`)
      expect(await refund(paymentId, { amount: '1' })).toMatchObject({ recipient: CUSTOMER })
    } finally {
      await code(CUSTOMER, '0x')
    }
    const other = freshWallet()
    const before = await balanceOf(chains, 'USDC', other)
    await settle(await refund(paymentId, { amount: 'all', recipient: other }))
    expect((await balanceOf(chains, 'USDC', other)) - before).toBe(1_000_000n)
  })
})

describe('A cancelled refund', () => {
  test('a cancelled refund sends its event, and its calldata is no longer returned', async () => {
    const { paymentId } = await sell('USDC-devnet', '2')
    const created = await refund(paymentId, { amount: 'all' })
    expect(await told(created.id, 'refund.created')).toMatchObject({ sequence: 1, amount: '2' })
    await call('POST', `/v2/refunds/${created.id}/cancel`)
    expect(await told(created.id, 'refund.cancelled')).toMatchObject({ sequence: 2 })
    const path = `/v2/request/${created.refundRequestId}/pay`
    expect((await host.test.call('GET', path)).status).toBe(410)
    await settle(await refund(paymentId, { amount: 'all' }))
  })
})
