import { formatAmount } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'

/** A merchant's decision to keep money that may have to be refunded. */
export type KeptRow = Row<'kept_surpluses'>

/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

/** Reads the decision about a request. */
export const selectKept = preparedRead((kysely) =>
  kysely.selectFrom('kept_surpluses').selectAll().where('request_id', '=', TEXT).compile(),
)

/** Reads the decisions about requests, by request. */
export async function readKept(
  db: Context['db']['kysely'] | Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, KeptRow>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('kept_surpluses')
    .selectAll()
    .where('request_id', 'in', requestIds)
    .execute()
  return new Map(rows.map((row) => [row.request_id, row]))
}

/** Ends the decisions about requests, so that the merchant must decide on all their money again. */
export async function endKept(tx: Tx, requestIds: readonly string[]): Promise<void> {
  for (let from = 0; from < requestIds.length; from += ROWS_A_STATEMENT) {
    await tx
      .deleteFrom('kept_surpluses')
      .where('request_id', 'in', requestIds.slice(from, from + ROWS_A_STATEMENT))
      .execute()
  }
}

/** Describes a decision in the API's format. Pure. */
export function describeKept(
  { amount_units, currency, reason, decided_at }: KeptRow,
  { payment_currency }: Pick<Row<'requests'>, 'payment_currency'>,
): Output<typeof api.refunds.keep> {
  const { decimals } = getCurrency(currency ?? payment_currency).currency
  return {
    amount: formatAmount(BigInt(amount_units), decimals),
    reason,
    decidedAt: decided_at,
  }
}
