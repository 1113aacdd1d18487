import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { assertLease, type Lease } from '../scheduling/leases.ts'
import { lockRequests, saveRequests, tokensOf } from './requestRows.ts'
import { requestStatus } from './requestStatus.ts'

/** What a reorganisation deeper than the confirmation depth undid. */
export type Revoked = { requestIds: readonly string[]; paymentCount: number }

/**
 * Takes back the payments of orphaned blocks and sets the cursor to the last canonical one, in one transaction. The
 * blocks behind it are scanned again, so what was mined once more is recorded once more. This happens only when a chain
 * breaks its promise of finality (or a developer resets a local one): the caller raises the alarm.
 * @throws StaleLeaseError
 */
export async function revokePayments(
  context: Pick<Context, 'db' | 'now'>,
  input: { network: string; lease: Lease; cursor: { blockNumber: bigint; blockHash: string } },
): Promise<Revoked> {
  const { db, now } = context
  const { network, cursor } = input
  return db.transaction(async (tx) => {
    await assertLease(tx, db.dialect, input.lease)
    const orphans = await tx
      .selectFrom('payments')
      .select(['id', 'request_id'])
      .where('network', '=', network)
      .where('block_number', '>', cursor.blockNumber)
      .execute()
    const requestIds = [...new Set(orphans.map((orphan) => orphan.request_id))].sort()
    const requests = await lockRequests(tx, db.dialect, requestIds)
    for (const table of ['payments', 'unmatched_payments', 'block_checkpoints'] as const) {
      await tx
        .deleteFrom(table)
        .where('network', '=', network)
        .where('block_number', '>', cursor.blockNumber)
        .execute()
    }
    const states: Row<'requests'>[] = []
    for (const request of requests.values()) states.push(await withoutOrphans(tx, request))
    await saveRequests(tx, now(), states)
    await reopenSecurePayments(tx, states)
    await tx
      .updateTable('chain_cursors')
      .set({
        block_number: cursor.blockNumber,
        block_hash: cursor.blockHash,
        updated_at: now().toISOString(),
      })
      .where('network', '=', network)
      .execute()
    // The blocks behind are new ones, whatever their heights.
    await tx
      .updateTable('chain_cursors')
      .set({ audited_number: cursor.blockNumber })
      .where('network', '=', network)
      .where('audited_number', '>', cursor.blockNumber)
      .execute()
    return { requestIds, paymentCount: orphans.length }
  })
}

/** The request as its remaining payments leave it. */
async function withoutOrphans(tx: Tx, request: Row<'requests'>): Promise<Row<'requests'>> {
  const remaining = await tx
    .selectFrom('payments')
    .select(['credited_units', 'is_late', 'tx_hash'])
    .where('request_id', '=', request.id)
    .orderBy('id')
    .execute()
  const paidUnits = remaining.reduce((sum, row) => sum + BigInt(row.credited_units), 0n)
  const state = requestStatus({
    expectedUnits: BigInt(request.expected_units),
    paidUnits,
    isAnyLate: remaining.some((row) => row.is_late === 1),
    hasPending: false,
  })
  return {
    ...request,
    paid_units: paidUnits.toString(),
    status: state.status,
    has_been_paid: state.hasBeenPaid ? 1 : 0,
    paid_late: state.isPaidLate ? 1 : 0,
    tx_hash: remaining.at(-1)?.tx_hash ?? null,
  }
}

async function reopenSecurePayments(tx: Tx, requests: readonly Row<'requests'>[]): Promise<void> {
  const tokens = tokensOf(requests.filter((request) => request.has_been_paid === 0))
  if (tokens.length === 0) return
  await tx
    .updateTable('secure_payments')
    .set({ status: 'pending', completed_at: null })
    .where('token', 'in', tokens)
    .where('status', '=', 'completed')
    .execute()
}
