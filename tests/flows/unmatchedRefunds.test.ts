import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelRefund } from '../../host/src/api/refunds/cancelRefund.ts'
import { listRefunds } from '../../host/src/api/refunds/listRefunds.ts'
import { claimUnmatchedPayment } from '../../host/src/api/unmatchedPayments/claimUnmatchedPayment.ts'
import { readUnmatchedPayments } from '../../host/src/api/unmatchedPayments/readUnmatchedPayments.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { assignUnmatched } from '../../host/src/payments/assignUnmatched.ts'
import { createTenant } from './support/createRequests.ts'
import type { MockPayment } from './support/mockPayment.ts'
import {
  createRefundOf,
  readRefundOf,
  refundingKey,
  refundUnmatchedOf,
  withPlainAccounts,
} from './support/refundCalls.ts'
import { type MockWorld, startMockWorld, UNITS } from './support/startMockWorld.ts'

let world: MockWorld
beforeAll(async () => {
  world = await startMockWorld()
  world.mine()
  await world.poll()
})
afterAll(() => world[Symbol.asyncDispose]())

type Unmatched = Row<'unmatched_payments'>

const OTHER_MERCHANT = '01OTHER0000000000000000000'
const UNKNOWN = `0x${'ab'.repeat(8)}`
const contextOf = () => withPlainAccounts(world.context)

/** Mines enough blocks to confirm the earlier blocks, and lets the watcher read all of them. */
async function mineMore(blocks = 3): Promise<void> {
  for (let block = 0; block < blocks; block += 1) world.mine()
  await world.poll(3)
}

/** Removes the newest blocks, on all nodes, and mines other blocks with these transactions. */
async function reorganise(depth: number, transactions: Parameters<MockWorld['mine']>[0] = []) {
  world.drop(0, depth)
  world.unite(0)
  world.mine(transactions)
  await mineMore(depth + 3)
}

/** Mines a payment of a new request in a token other than the requested token. */
async function paidInWrongToken(extras: Partial<MockPayment> = {}) {
  const request = await world.createRequest()
  const token = world.network.tokens[1]?.address ?? null
  const transaction = world.payment(request, UNITS, { token, ...extras })
  world.mine([transaction])
  await mineMore()
  return { request, transaction, unmatched: await unmatchedOf(transaction) }
}

/** Mines a payment to a merchant's payee with an unknown reference. */
async function strayLike(request: Row<'requests'>) {
  const transaction = world.payment({ ...request, payment_reference: UNKNOWN })
  world.mine([transaction])
  await mineMore()
  return { transaction, unmatched: await unmatchedOf(transaction) }
}

async function unmatchedOf({ hash }: { hash: string }): Promise<Unmatched> {
  return world.context.db.kysely
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('tx_hash', '=', hash)
    .executeTakeFirstOrThrow()
}

async function paymentOf({ id }: { id: string }): Promise<Row<'payments'>> {
  return world.context.db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', id)
    .executeTakeFirstOrThrow()
}

const refund = (unmatched: Unmatched, amount = 'all') =>
  refundUnmatchedOf(contextOf(), unmatched, { amount })
const read = (id: string, { tenant_id }: Unmatched) =>
  readRefundOf(world.context, { id, tenantId: tenant_id })
const cancel = (id: string, { tenant_id }: Unmatched) =>
  cancelRefund(contextOf(), { params: { id }, caller: refundingKey(tenant_id) } as never)
const claim = ({ id, tenant_id: tenantId }: Unmatched, requestId: string) =>
  claimUnmatchedPayment(world.context, {
    ...{ params: { id }, body: { requestId }, caller: { tenantId } },
  } as Parameters<typeof claimUnmatchedPayment>[1])

/** Pays a refund, and returns the transaction. */
async function payRefund({ refundRequestId }: { refundRequestId: string }, units?: bigint) {
  const transaction = world.payment(await world.request(refundRequestId), units)
  world.mine([transaction])
  await mineMore()
  return transaction
}

async function bodiesOf(requestId: string) {
  const rows = await world.context.db.kysely
    .selectFrom('events')
    .select('body')
    .where('request_id', '=', requestId)
    .orderBy('sequence')
    .execute()
  return rows.map(({ body }) => JSON.parse(body))
}

const exceeds = (remaining: string) => ({
  ...{ code: 'refund_exceeds_payment', problemMembers: { remaining } },
})

describe('A refund of money in the wrong token', () => {
  test('a refund of money in the wrong token goes to the wallet that paid, and never exceeds the received amount', async () => {
    const { request, unmatched } = await paidInWrongToken()
    expect(unmatched.reason).toBe('wrong_token')
    const openIds = async () => {
      const query = { scope: 'open' } as never
      const page = await readUnmatchedPayments(world.context, query, unmatched.tenant_id)
      return page.unmatchedPayments.map(({ id }) => id)
    }
    expect(await openIds()).toContain(unmatched.id)
    const part = await refund(unmatched, '0.4')
    expect(await openIds()).not.toContain(unmatched.id)
    expect(part).toMatchObject({
      ...{ status: 'open', amount: '0.4', currency: 'USDT-devnet', paymentId: null },
      ...{ requestId: null, unmatchedPaymentId: unmatched.id, amountInInvoiceCurrency: null },
      ...{ recipient: unmatched.payer, reference: request.reference },
    })
    await expect(refund(unmatched, '0.600001')).rejects.toMatchObject(exceeds('0.6'))
    const rest = await refund(unmatched)
    expect(rest.amount).toBe('0.6')
    await expect(refund(unmatched)).rejects.toMatchObject(exceeds('0'))
    await payRefund(rest, (UNITS * 6n) / 10n)
    expect(await read(rest.id, unmatched)).toMatchObject({ status: 'confirmed', amountPaid: '0.6' })
    expect(await bodiesOf(rest.refundRequestId)).toMatchObject([
      { event: 'refund.created', paymentId: null, unmatchedPaymentId: unmatched.id },
      { event: 'refund.confirmed', requestId: null, totalAmountPaid: '0.6' },
    ])
    const query = { txHash: unmatched.tx_hash } as never
    const listed = await readUnmatchedPayments(world.context, query, unmatched.tenant_id)
    expect(listed.unmatchedPayments).toMatchObject([
      { refundedAmount: '0.6', refundStatus: 'partial' },
    ])
    const { refunds } = await listRefunds(world.context, {
      query: { unmatchedPaymentId: unmatched.id },
      caller: refundingKey(unmatched.tenant_id),
    } as never)
    expect(refunds.map(({ id }) => id)).toEqual([rest.id, part.id])
  })

  test('a refund of money in the wrong token needs a recipient if a contract or the payee itself paid', async () => {
    const { unmatched } = await paidInWrongToken()
    const { chains, ...rest } = contextOf()
    const client = {
      ...chains.get('devnet'),
      readAccount: async () => ({
        ...{ latestNonce: 0n, pendingNonce: 0n, balanceUnits: 0n, hasContractCode: true },
      }),
    }
    const context = { ...rest, chains: { ...chains, get: () => client } }
    const needed = (reason: string, { id }: Unmatched) => ({
      code: 'refund_recipient_needed',
      problemMembers: { reason, unmatchedPaymentId: id },
      hint: expect.stringContaining(`/v2/unmatched-payments/${id}/refunds`),
    })
    await expect(refundUnmatchedOf(context, unmatched, { amount: 'all' })).rejects.toMatchObject(
      needed('contract', unmatched),
    )
    const { payee } = await world.createRequest()
    const from = `0x${payee.slice(2).toLowerCase()}` as const
    const own = (await paidInWrongToken({ from })).unmatched
    await expect(refund(own)).rejects.toMatchObject(needed('payee', own))
  })

  test('a refund of money in the wrong token is limited by the received amount, not by the amount in the payment’s event', async () => {
    const { unmatched } = await paidInWrongToken({ arrivedUnits: (UNITS * 9n) / 10n })
    expect(unmatched.amount_units).toBe(String(UNITS))
    await expect(refund(unmatched, '1')).rejects.toMatchObject(exceeds('0.9'))
    expect((await refund(unmatched)).amount).toBe('0.9')
  })

  test('a refund of money in the wrong token that is paid late holds the refund that replaced it', async () => {
    const { unmatched } = await paidInWrongToken()
    const cancelled = await refund(unmatched)
    await cancel(cancelled.id, unmatched)
    const replacing = await refund(unmatched)
    await payRefund(cancelled)
    expect((await read(cancelled.id, unmatched)).status).toBe('confirmed')
    expect(await read(replacing.id, unmatched)).toMatchObject({
      ...{ status: 'held', heldReason: 'exceeds_payment' },
    })
  })

  test('a refund of money in the wrong token is held after a reorganisation removes the money, and released when the money returns', async () => {
    const { transaction, unmatched } = await paidInWrongToken()
    const { id } = await refund(unmatched, '0.6')
    await reorganise(4)
    expect(await read(id, unmatched)).toMatchObject({
      ...{ status: 'held', heldReason: 'payment_left_chain' },
    })
    await expect(refund(unmatched)).rejects.toMatchObject({ code: 'unmatched_payment_not_found' })
    world.mine([world.payment(await world.createRequest()), transaction])
    await mineMore()
    const again = await unmatchedOf(transaction)
    expect([again.id, again.log_index]).not.toEqual([unmatched.id, unmatched.log_index])
    expect(await read(id, unmatched)).toMatchObject({
      ...{ status: 'open', unmatchedPaymentId: again.id },
    })
    await expect(refund(again, '0.5')).rejects.toMatchObject(exceeds('0.4'))
  })

  test('a late payment of a refund while its wrong-token money is off the chain holds the replacing refund once the money returns', async () => {
    const { transaction, unmatched } = await paidInWrongToken()
    const cancelled = await refund(unmatched)
    const late = world.payment(await world.request(cancelled.refundRequestId))
    await cancel(cancelled.id, unmatched)
    const replacing = await refund(unmatched)
    await reorganise(4, [late])
    expect((await read(cancelled.id, unmatched)).status).toBe('confirmed')
    world.mine([transaction])
    await mineMore()
    expect((await read(replacing.id, unmatched)).heldReason).toBe('exceeds_payment')
  })

  test.each([
    ['a token that the service does not list', { token: `0x${'7e'.repeat(20)}` }, 'unlisted_token'],
    [
      'a payee that is not the merchant’s',
      { payee: `0x${'9a'.repeat(20)}`, token: undefined },
      'wrong_payee',
    ],
  ])('a refund of money in the wrong token is not possible for %s', async (_, extras, reason) => {
    const { unmatched } = await paidInWrongToken(extras as Partial<MockPayment>)
    await expect(refund(unmatched)).rejects.toMatchObject({
      ...{ code: 'refund_unsupported', problemMembers: { reason } },
    })
  })

  test('a refund of money in the wrong token is not possible for the merchant’s own payout, or for unreadable payments', async () => {
    const { request, unmatched } = await paidInWrongToken()
    const { kysely } = world.context.db
    const setPayout = (is_payout: number) =>
      kysely.updateTable('requests').set({ is_payout }).where('id', '=', request.id).execute()
    await setPayout(1)
    const refused = (reason: string) => ({
      ...{ code: 'refund_unsupported', problemMembers: { reason } },
    })
    await expect(refund(unmatched)).rejects.toMatchObject(refused('payout'))
    await setPayout(0)
    await kysely
      .updateTable('unmatched_payments')
      .set({ reason: 'receipt_unreadable' })
      .where('id', '=', unmatched.id)
      .execute()
    await expect(refund(unmatched)).rejects.toMatchObject(refused('unreadable'))
  })
})

describe('A claim and a refund of the same money', () => {
  test('a claim and a refund of the same money exclude each other', async () => {
    const request = await world.createRequest()
    const { unmatched } = await strayLike(request)
    const { id } = await refund(unmatched)
    await expect(claim(unmatched, request.id)).rejects.toMatchObject({ code: 'claim_refused' })
    expect((await assignUnmatched(world.context, unmatched.id, unmatched.tenant_id)).isDone).toBe(
      false,
    )
    await cancel(id, unmatched)
    expect(await claim(unmatched, request.id)).toMatchObject({ claimedRequestId: request.id })
    await expect(refund(unmatched)).rejects.toMatchObject({
      ...{ code: 'refund_unsupported', problemMembers: { reason: 'claimed' } },
    })
  })

  test('a claim and a refund of the same money exclude each other even when both are made concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const request = await world.createRequest()
      const { unmatched } = await strayLike(request)
      const [refunded, claimed] = await Promise.allSettled([
        refund(unmatched),
        claim(unmatched, request.id),
      ])
      expect([refunded.status, claimed.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })

  test('a claim and a refund of the same money count together if a cancelled refund is paid after the claim', async () => {
    const request = await world.createRequest()
    const { unmatched } = await strayLike(request)
    const late = await refund(unmatched, '0.7')
    await cancel(late.id, unmatched)
    await claim(unmatched, request.id)
    const payment = await paymentOf(request)
    const moved = { paymentId: payment.id, requestId: request.id, unmatchedPaymentId: null }
    expect(await read(late.id, unmatched)).toMatchObject({ status: 'cancelled', ...moved })
    const other = await createRefundOf(contextOf(), payment, { amount: 'all' })
    await payRefund(late, (UNITS * 7n) / 10n)
    expect((await read(late.id, unmatched)).status).toBe('confirmed')
    expect((await read('id' in other ? other.id : '', unmatched)).heldReason).toBe(
      'exceeds_payment',
    )
  })
})

describe('A transaction with a payment and money that counts towards no request', () => {
  test('a transaction with a payment and money that counts towards no request reopens both refunds when it is mined again', async () => {
    const request = await world.createRequest()
    const counted = world.payment(request)
    const stray = world.payment({ ...request, payment_reference: UNKNOWN })
    const both = { ...counted, logs: [...counted.logs, ...stray.logs] }
    world.mine([both])
    await mineMore()
    const unmatched = await unmatchedOf(both)
    const refunds = [
      await createRefundOf(contextOf(), await paymentOf(request), { amount: 'all' }),
      await refund(unmatched),
    ]
    await reorganise(4, [both])
    for (const { id } of refunds) {
      expect(await read(id, unmatched)).toMatchObject({ status: 'open', heldReason: null })
    }
  })
})

describe('A transaction that pays two merchants', () => {
  test('a transaction that pays two merchants is compared separately for each merchant', async () => {
    const request = await world.createRequest()
    const { unmatched } = await strayLike(request)
    // The other merchant refunded its own part twice, and then lost the claim to this part.
    const { id: refund_request_id } = await world.createRequest()
    const { kysely } = world.context.db
    await kysely
      .updateTable('requests')
      .set({ paid_units: String(2n * UNITS) })
      .where('id', '=', refund_request_id)
      .execute()
    const { network, tx_hash, log_index, token_address } = unmatched
    const at = world.context.now().toISOString()
    await kysely
      .insertInto('refunds')
      .values({
        ...{ id: 'refund-of-another-merchant', tenant_id: 'another-merchant', client_id: null },
        ...{ payment_id: 'gone', request_id: 'claimed', refund_request_id, network, tx_hash },
        ...{ log_index: log_index + 1, token_address, currency: 'USDC-devnet', recipient: '0x' },
        ...{ amount_units: String(UNITS), invoice_currency: 'USDC-devnet', invoice_units: null },
        ...{ reason: null, reference: null, created_by: 'key', created_at: at, updated_at: at },
        ...{ held_at: at, confirmed_at: at, cancelled_at: null },
      })
      .execute()
    const { id, amount } = await refund(unmatched)
    expect(amount).toBe('1')
    await cancel(id, unmatched)
    expect(await claim(unmatched, request.id)).toMatchObject({ claimedRequestId: request.id })
  })
})

describe('A claimed payment that was refunded and left the chain', () => {
  test('a claimed payment that was refunded and left the chain is not refunded twice, and can only be claimed for the same request', async () => {
    const request = await world.createRequest()
    const other = await world.createRequest()
    const { transaction, unmatched } = await strayLike(request)
    await claim(unmatched, request.id)
    const payment = await paymentOf(request)
    const paid = await createRefundOf(contextOf(), payment, { amount: 'all' })
    if (!('refundRequestId' in paid)) throw new Error('It waits for an approval.')
    const paying = await payRefund(paid)
    // The refund is mined again before the payment.
    await reorganise(9, [paying])
    world.mine([transaction])
    await mineMore()
    const again = await unmatchedOf(transaction)
    expect(await read(paid.id, unmatched)).toMatchObject({
      ...{ status: 'confirmed', isPaymentOnChain: false },
    })
    await expect(claim(again, other.id)).rejects.toMatchObject({ code: 'claim_refused' })
    await createTenant(world.context, OTHER_MERCHANT)
    expect((await assignUnmatched(world.context, again.id, OTHER_MERCHANT)).isDone).toBe(false)
    await expect(refund(again)).rejects.toMatchObject(exceeds('0'))
    expect(await claim(again, request.id)).toMatchObject({ claimedRequestId: request.id })
    expect(await read(paid.id, unmatched)).toMatchObject({
      ...{ isPaymentOnChain: true, paymentId: (await paymentOf(request)).id },
    })
    await expect(
      createRefundOf(contextOf(), await paymentOf(request), { amount: 'all' }),
    ).rejects.toMatchObject(exceeds('0'))
  })

  test('a claimed payment holds a refund of the returned money if a cancelled refund of the claim is paid late', async () => {
    const request = await world.createRequest()
    const { transaction, unmatched } = await strayLike(request)
    await claim(unmatched, request.id)
    const cancelled = await createRefundOf(contextOf(), await paymentOf(request), { amount: 'all' })
    const late = world.payment(await world.request(cancelled.refundRequestId))
    await cancel(cancelled.id, unmatched)
    await reorganise(4, [transaction])
    const again = await unmatchedOf(transaction)
    const replacing = await refund(again)
    expect(replacing.status).toBe('open')
    world.mine([late])
    await mineMore()
    expect((await read(cancelled.id, unmatched)).status).toBe('confirmed')
    expect((await read(replacing.id, unmatched)).heldReason).toBe('exceeds_payment')
  })
})
