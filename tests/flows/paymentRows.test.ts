import { getNetwork } from '@secure-payment/core/networks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { acquireLease } from '../../host/src/leases/leases.ts'
import { recordFacts } from '../../host/src/payments/recordPayments.ts'
import { revokePayments } from '../../host/src/payments/revokePayments.ts'
import type { DetectedPayment } from '../../host/src/settlement/detectedPayment.ts'
import { PLAIN_PAYMENT } from '../support/plainPayment.ts'
import { seedRecurringPayout } from '../support/seedRecurringPayout.ts'
import { createRequests, TENANT_ID } from './support/createRequests.ts'
import { type Outbox, startOutbox } from './support/startOutbox.ts'

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const UNITS = 1_000_000n

let outbox: Outbox
let requests: Row<'requests'>[]

beforeEach(async () => {
  outbox = await startOutbox()
  const wanted = { payee: PAYEE, token: null, units: UNITS }
  requests = await createRequests(outbox.context, getNetwork('devnet'), [wanted, wanted, wanted])
})

afterEach(() => outbox[Symbol.asyncDispose]())

function payment(units: bigint, change: Partial<DetectedPayment> = {}): DetectedPayment {
  return {
    requestId: requests[0]?.id ?? '',
    tenantId: TENANT_ID,
    network: 'devnet',
    txHash: `0x${'ab'.repeat(32)}`,
    logIndex: 0,
    blockNumber: 1n,
    blockHash: `0x${'cd'.repeat(32)}`,
    blockTime: outbox.context.now().toISOString(),
    payer: PAYEE,
    payee: PAYEE,
    tokenAddress: null,
    amountUnits: units,
    creditedUnits: units,
    requestUnits: units,
    ...PLAIN_PAYMENT,
    feeUnits: 0n,
    feeAddress: null,
    isLate: false,
    gasUnits: null,
    ...change,
  }
}

/** A bridge's report about a delivery, under a separate log index. */
const bridged = (units: bigint, change: Partial<DetectedPayment> = {}) =>
  payment(units, {
    logIndex: 1_000,
    crosschain: {
      network: 'devnet-b',
      txHash: `0x${'ef'.repeat(32)}`,
      currency: 'USDC',
      sentUnits: null,
      bridgeFeeUnits: null,
      detectionSource: 'lifi',
      note: null,
    },
    ...change,
  })

const record = (...payments: DetectedPayment[]) =>
  outbox.context.db.transaction((tx) =>
    recordFacts(outbox.context, tx, { network: 'devnet', payments, unmatched: [] }),
  )

const read = async (index = 0) => {
  const row = await outbox.context.db.kysely
    .selectFrom('requests')
    .select(['paid_units', 'status', 'paid_late', 'event_sequence'])
    .where('id', '=', requests[index]?.id ?? '')
    .executeTakeFirstOrThrow()
  return row
}

describe('Payments of a request', () => {
  test('payments of a request are counted once, regardless of repeated detection', async () => {
    expect(await record(payment(400_000n))).toMatchObject({ eventCount: 1 })
    expect(await record(payment(400_000n))).toEqual({
      payments: [],
      eventCount: 0,
      unmatchedCount: 0,
    })
    expect(await read()).toMatchObject({ paid_units: '400000', status: 'partially_paid' })
  })

  test('payments of a request add up over several detections, and leave other requests unchanged', async () => {
    await record(payment(400_000n))
    await record(payment(600_000n, { logIndex: 1 }))
    expect(await read()).toMatchObject({ paid_units: '1000000', status: 'paid', paid_late: 0 })
    expect(await read(1)).toMatchObject({ paid_units: '0', status: 'created', event_sequence: 0 })
  })

  test('payments of a request mark the request as paid late even if only an earlier payment was late', async () => {
    await record(payment(400_000n, { isLate: true }), payment(100_000n, { logIndex: 1 }))
    await record(payment(500_000n, { logIndex: 2 }))
    expect(await read()).toMatchObject({ status: 'paid', paid_late: 1 })
  })

  test('several payments of a request in one transaction each count, as the logs of a batch do', async () => {
    const other = requests[1]?.id ?? ''
    await record(payment(400_000n))
    await record(
      payment(300_000n, { logIndex: 1 }),
      payment(UNITS, { logIndex: 2, requestId: other }),
    )
    expect(await read()).toMatchObject({ paid_units: '700000' })
    expect(await read(1)).toMatchObject({ paid_units: '1000000', status: 'paid' })
  })
})

describe('Payments that left the chain', () => {
  const revoke = async (blockNumber: bigint) => {
    const { context } = outbox
    const lease = await acquireLease(context, 'watch', 'tests')
    if (lease === null) throw new Error('the lease is taken')
    const cursor = { blockNumber, blockHash: `0x${'00'.repeat(32)}` }
    return revokePayments(context, { network: 'devnet', lease, cursor })
  }
  const revocations = async () => {
    const rows = await outbox.context.db.kysely
      .selectFrom('requests')
      .select('revocations')
      .orderBy('item_index')
      .execute()
    return rows.map((row) => row.revocations)
  }

  test('payments that left the chain leave the request in the state that follows from its other payments', async () => {
    const late = payment(900_000n, { isLate: true, logIndex: 1, blockNumber: 7n })
    await record(payment(100_000n), late)
    expect(await read()).toMatchObject({ status: 'paid', paid_late: 1 })
    const revoked = await revoke(6n)
    expect(revoked).toMatchObject({ requestIds: [requests[0]?.id], paymentCount: 1 })
    expect(await read()).toMatchObject({
      paid_units: '100000',
      status: 'partially_paid',
      paid_late: 0,
    })
    expect(await revocations()).toEqual([1, 0, 0])
  })

  test('payments that left the chain reopen a request that no other payment pays', async () => {
    await record(payment(UNITS, { blockNumber: 7n }))
    await revoke(6n)
    expect(await read()).toMatchObject({ paid_units: '0', status: 'created', paid_late: 0 })
  })

  test('payments that left the chain reopen the secure payment that they had completed', async () => {
    const { kysely } = outbox.context.db
    const status = async () => (await kysely.selectFrom('secure_payments').selectAll().execute())[0]
    const others = [1, 2].map((index) =>
      payment(UNITS, { requestId: requests[index]?.id ?? '', logIndex: index, blockNumber: 7n }),
    )
    await record(payment(UNITS), ...others)
    expect(await status()).toMatchObject({ status: 'completed' })
    await revoke(6n)
    expect(await status()).toMatchObject({ status: 'pending', completed_at: null })
  })

  test('payments that left the chain undo a recurring payout’s confirmed payment, but no payment in another state', async () => {
    const { context } = outbox
    for (const [index, status] of (['confirmed', 'due', 'confirmed'] as const).entries()) {
      const request_id = requests[index]?.id ?? ''
      const id = await seedRecurringPayout(context, { request_id, status: 'active' })
      const at = context.now().toISOString()
      await context.db.kysely
        .insertInto('recurring_executions')
        .values({
          recurring_payment_id: id,
          payment_index: 1,
          network: 'devnet',
          request_id,
          status,
          due_at: at,
          created_at: at,
          updated_at: at,
        })
        .execute()
      // The third payment stays in its block.
      const blockNumber = index === 2 ? 5n : 7n
      await record(payment(UNITS, { requestId: request_id, logIndex: index, blockNumber }))
    }
    await revoke(6n)
    const rows = await context.db.kysely
      .selectFrom('recurring_executions')
      .select(['request_id', 'status'])
      .execute()
    expect(new Map(rows.map((row) => [row.request_id, row.status]))).toEqual(
      new Map([
        [requests[0]?.id, 'sent'],
        [requests[1]?.id, 'due'],
        [requests[2]?.id, 'confirmed'],
      ]),
    )
  })

  test('a revocation changes no payment in the blocks up to the cursor', async () => {
    await record(payment(UNITS, { blockNumber: 7n }))
    expect(await revoke(7n)).toMatchObject({ requestIds: [], paymentCount: 0, eventCount: 0 })
    expect(await read()).toMatchObject({ paid_units: '1000000', status: 'paid' })
    expect(await revocations()).toEqual([0, 0, 0])
  })
})

describe("A bridge's delivery", () => {
  test('a bridge’s delivery counts by the payment’s event, but not again by the report', async () => {
    await record(payment(UNITS))
    expect(await record(bridged(UNITS))).toEqual({ payments: [], eventCount: 0, unmatchedCount: 0 })
    expect(await read()).toMatchObject({ paid_units: '1000000' })
  })

  test('a bridge’s delivery counts by the report, but not again by the event', async () => {
    await record(bridged(UNITS))
    expect(await read()).toMatchObject({ paid_units: '1000000', status: 'paid' })
    expect(await record(payment(UNITS))).toEqual({ payments: [], eventCount: 0, unmatchedCount: 0 })
    expect(await read()).toMatchObject({ paid_units: '1000000' })
  })

  test("a bridge's delivery that pays another request in the same transaction counts", async () => {
    await record(payment(UNITS))
    await record(bridged(UNITS, { requestId: requests[1]?.id ?? '' }))
    expect(await read(1)).toMatchObject({ paid_units: '1000000', status: 'paid' })
  })

  test("a bridge's delivery in another transaction counts", async () => {
    await record(payment(400_000n))
    await record(bridged(600_000n, { txHash: `0x${'12'.repeat(32)}` }))
    expect(await read()).toMatchObject({ paid_units: '1000000', status: 'paid' })
  })
})
