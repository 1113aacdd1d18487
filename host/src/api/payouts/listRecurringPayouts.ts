import type { api, Output } from '@secure-payment/core/api'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Context } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { describeRecurringPayouts } from '../../recurring/describeRecurringPayout.ts'

type List = typeof api.payouts.list

const DEFAULT_LIMIT = 50

/** Lists the merchant's recurring payouts, newest first. */
export async function listRecurringPayouts(
  context: Pick<Context, 'db'>,
  { query, caller }: Call<List>,
): Promise<Output<List>> {
  const { kysely } = context.db
  const limit = Number(query.limit ?? DEFAULT_LIMIT)
  const offset = Number(query.offset ?? 0)
  const { tenantId } = caller
  const isListed = (where: ExpressionBuilder<Schema, 'recurring_payments'>) => {
    const conditions: Expression<SqlBool>[] = [where('tenant_id', '=', tenantId)]
    if (query.status !== undefined) conditions.push(where('status', '=', query.status))
    return where.and(conditions)
  }
  const [rows, counted] = await Promise.all([
    kysely
      .selectFrom('recurring_payments')
      .selectAll()
      .where(isListed)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    kysely
      .selectFrom('recurring_payments')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(isListed)
      .executeTakeFirstOrThrow(),
  ])
  const total = Number(counted.count)
  return {
    recurringPayments: await describeRecurringPayouts(context, rows),
    pagination: { total, limit, offset, hasMore: offset + rows.length < total },
  }
}
