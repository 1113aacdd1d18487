import type { StoredSignedPayment } from '@secure-payment/core/api'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'

export type SignedRow = Row<'signed_payments'>

/** The values are literals in the statement's text, so that both engines use the partial indexes. */
export const isOpenSql: RawBuilder<boolean> = sql<boolean>`status in ('stored', 'sent')`

/** Returns whether a signed payment may still be made. While it may, its payer must not pay in another way. */
export function isOpenSigned({ status }: Pick<SignedRow, 'status'>): boolean {
  return status === 'stored' || status === 'sent'
}

/** Describes a signed payment in the API's format. */
export function describeSigned(row: SignedRow): StoredSignedPayment {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    reason: row.reason,
    txHash: row.tx_hash,
    paymentHash: row.payment_hash,
    deadline: Number(row.deadline_s),
  }
}

/** Finds a signed payment by its key in the contract; null if it is not stored. */
export async function findByHash(
  tx: Tx,
  key: Pick<SignedRow, 'network' | 'contract' | 'payment_hash'>,
): Promise<SignedRow | null> {
  const row = await tx
    .selectFrom('signed_payments')
    .selectAll()
    .where('payment_hash', '=', key.payment_hash)
    .where('contract', '=', key.contract)
    .where('network', '=', key.network)
    .executeTakeFirst()
  return row ?? null
}

/** Changes an open signed payment in one of the states `from`; false if it is in another. */
export async function moveSigned(
  tx: Tx,
  { now }: { now: () => Date },
  {
    id,
    from,
    to,
  }: {
    id: string
    from: readonly SignedRow['status'][]
    to: Partial<Pick<SignedRow, 'status' | 'reason' | 'tx_hash' | 'sent_at'>>
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('signed_payments')
    .set({ ...to, updated_at: now().toISOString() })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
