import type { Refund } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { refundConfirmed } from '@secure-payment/core/webhooks'
import type { Sink } from '@secure-payment/devnet'
import { formatUnits, parseUnits } from 'viem'
import { expect } from 'vitest'
import { createReceipt } from '../../../widget/src/views/succeeded/createReceipt.ts'
import type { TestHost } from '../../support/testHost.ts'
import { waitFor } from './waitFor.ts'

/** A merchant's host with its API, a receiver for its webhooks, and the chain's balances. */
export type RefundHost = {
  test: Pick<TestHost, 'call' | 'host'>
  sink: Sink
  /** Returns a wallet's balance in a currency, such as `USDC-devnet`, in base units. */
  balanceOf(currencyId: string, wallet: string): Promise<bigint>
}

/** Refunds of one request, which one transaction pays to one recipient. */
type Refunding = {
  refunds: readonly Refund[]
  /** The token of the payer's page. */
  token: string
  /** The wallet whose tokens pay the refunds. */
  payer: string
  /** The sender of a batch, whose events show the sender as the payer; `payer` by default. */
  sender?: string | undefined
  /** Pays the refunds, and returns the payment's hash. */
  pay(): Promise<string>
  /** The sum of all paid refunds for the request after this payment, and the request's state. */
  refundedAmount: string
  refundStatus: 'partial' | 'full'
}

/** Calls the API, and returns a successful response's body. */
export async function callApi(
  { test }: Pick<RefundHost, 'test'>,
  method: string,
  path: string,
  body?: object,
) {
  const { status, json, text } = await test.call(method, path, body && { body })
  if (status !== 200 && status !== 201) throw new Error(`${method} ${path}: ${status} ${text}`)
  return json
}

/**
 * Pays refunds, and expects their exact amounts on chain, in one webhook each, in the API's records, and on the payer's page and receipt.
 */
export async function expectRefunded(host: RefundHost, refunding: Refunding): Promise<void> {
  const { refunds, payer, sender = payer, pay } = refunding
  const [first] = refunds
  if (first === undefined) throw new Error('There is no refund.')
  const { currency, recipient } = first
  const { decimals, symbol } = getCurrency(currency).currency
  const balances = () =>
    Promise.all([host.balanceOf(currency, recipient), host.balanceOf(currency, payer)])
  const [recipientBefore, payerBefore] = await balances()
  const txHash = await pay()
  for (const refund of refunds) await expectEvent(host, refund, { txHash, sender, symbol })
  const sum = refunds.reduce((total, { amount }) => total + parseUnits(amount, decimals), 0n)
  const [recipientAfter, payerAfter] = await balances()
  expect(recipientAfter - recipientBefore).toBe(sum)
  // The payer of a refund in the coin also pays gas.
  if (symbol !== 'ETH') expect(payerBefore - payerAfter).toBe(sum)
  await expectBooks(host, refunding, { txHash, decimals })
  await expectPage(host, refunding, { txHash, symbol })
}

/** Waits for the events of a type about a refund, and expects one with a valid signature. */
export async function findEvent(
  { sink }: Pick<RefundHost, 'sink'>,
  refundId: string,
  type: string,
): Promise<Record<string, unknown>> {
  const found = await waitFor(`${type} of ${refundId}`, () => {
    const events = sink.deliveries().flatMap(({ body, verified }) => {
      if (!verified || typeof body !== 'object' || body === null) return []
      const event: Record<string, unknown> = { ...body }
      return event['refundId'] === refundId && event['event'] === type ? [event] : []
    })
    return events.length > 0 ? events : null
  })
  expect(found).toHaveLength(1)
  return found[0] ?? {}
}

type Paid = { txHash: string; sender: string; symbol: string }

/**
 * Expects one `refund.confirmed` with exactly the refund's members, and no event about its request that a shop could take for income.
 */
async function expectEvent(host: RefundHost, refund: Refund, paid: Paid): Promise<void> {
  const event = await findEvent(host, refund.id, 'refund.confirmed')
  const { amountInInvoiceCurrency } = refund
  expect(event).toEqual({
    event: 'refund.confirmed',
    eventId: expect.any(String),
    sequence: 2,
    refundId: refund.id,
    paymentId: refund.paymentId,
    requestId: refund.requestId,
    requestID: refund.requestId,
    unmatchedPaymentId: null,
    reference: refund.reference,
    paymentTxHash: refund.paymentTxHash,
    refundRequestId: refund.refundRequestId,
    paymentReference: refund.paymentReference,
    network: refund.network,
    currency: paid.symbol,
    currencyId: refund.currency,
    amount: refund.amount,
    invoiceCurrencyId: refund.invoiceCurrency,
    ...(amountInInvoiceCurrency !== null && { amountInInvoiceCurrency }),
    recipient: refund.recipient,
    reason: refund.reason,
    timestamp: expect.any(String),
    paymentProcessor: 'onchain',
    totalAmountPaid: refund.amount,
    txHash: paid.txHash,
    payerAddress: paid.sender,
  })
  expect(refundConfirmed.schema.parse(event)).toEqual(event)
  const income = host.sink.deliveries().filter(({ body }) => {
    const about = body as { event: string; requestId: string }
    return about.requestId === refund.refundRequestId && about.event.startsWith('payment.')
  })
  expect(income).toEqual([])
}

type Booked = { txHash: string; decimals: number }

async function expectBooks(
  host: RefundHost,
  { refunds, refundedAmount, refundStatus }: Refunding,
  { txHash, decimals }: Booked,
): Promise<void> {
  const requestId = refunds[0]?.requestId
  const path = `/v2/refunds?requestId=${requestId}&status=confirmed&limit=100`
  const all: Refund[] = (await callApi(host, 'GET', path)).refunds
  for (const { id, amount } of refunds) {
    const refund = all.find((one) => one.id === id)
    expect(refund).toMatchObject({ status: 'confirmed', amount, amountPaid: amount, txHash })
  }
  const request = await callApi(host, 'GET', `/v2/request/${requestId}`)
  expect(request).toMatchObject({ refundedAmount, refundStatus })
  for (const { id, ...payment } of request.payments) {
    const given = all
      .filter(({ paymentId }) => paymentId === id)
      .reduce((sum, { amountPaid }) => sum + parseUnits(amountPaid, decimals), 0n)
    const isWhole = given === parseUnits(payment.receivedAmount, decimals)
    expect(payment).toMatchObject({
      refundedAmount: formatUnits(given, decimals),
      refundStatus: given === 0n ? 'none' : isWhole ? 'full' : 'partial',
    })
  }
  const { payments } = await callApi(host, 'GET', `/v2/payments?txHash=${txHash}&limit=100`)
  const outgoing = new Map(
    (payments as { refundId: string; amount: string }[]).map((one) => [one.refundId, one.amount]),
  )
  expect(outgoing).toEqual(new Map(refunds.map(({ id, amount }) => [id, amount])))
}

/** Expects the refunds on the payer's page, and on the receipt that the element creates from it. */
async function expectPage(
  { test }: RefundHost,
  { refunds, token, refundedAmount }: Refunding,
  { txHash, symbol }: { txHash: string; symbol: string },
): Promise<void> {
  const { status, json } = await test.call('GET', `/v2/secure-payments/${token}`)
  const page = status === 200 ? json : json.payment
  const given = refunds.map(({ requestId, amount }) => ({ requestId, amount }))
  const shown = page.refunds.filter((one: { txHash: string }) => one.txHash === txHash)
  expect(shown).toMatchObject(given.map((one) => ({ ...one, status: 'confirmed' })))
  const requestId = refunds[0]?.requestId
  const item = page.items.find((one: { requestId: string }) => one.requestId === requestId)
  expect(item).toMatchObject({ refundedAmount })
  const receipt = createReceipt(page, null)
  const listed = receipt.refunds.filter(({ hash }) => hash === txHash)
  expect(listed).toMatchObject(given.map((one) => ({ ...one, symbol })))
}

/** Sums the recorded payments to a wallet, less those that it sent, in base units per token; the coin has the key `null`. */
export async function sumBooks(
  { test }: Pick<RefundHost, 'test'>,
  wallet: string,
): Promise<Map<string | null, bigint>> {
  const payments = await test.host.context.db.kysely
    .selectFrom('payments')
    .select(['token_address', 'payer', 'payee', 'credited_units'])
    .execute()
  const sums = new Map<string | null, bigint>()
  for (const { token_address: token, payer, payee, credited_units } of payments) {
    const add = (units: bigint) => sums.set(token, (sums.get(token) ?? 0n) + units)
    if (payee === wallet) add(BigInt(credited_units))
    if (payer === wallet) add(-BigInt(credited_units))
  }
  return sums
}
