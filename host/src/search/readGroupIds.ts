import type { Row } from '../db/schema.ts'
import { among } from './among.ts'
import type { PaymentFilter } from './paymentFilter.ts'
import type { Snapshot } from './searchScope.ts'

/** Reads the ids of the groups whose payments a filter can match. */
export async function readGroupIds(
  { dialect, kysely, reads }: Snapshot,
  filter: PaymentFilter,
): Promise<string[]> {
  let query = kysely
    .selectFrom('payment_groups')
    .select('id')
    .where('tenant_id', '=', filter.tenantId)
  if (filter.clientId !== null) query = query.where('client_id', '=', filter.clientId)
  if (filter.type !== null) query = query.where('type', '=', filter.type)
  if (filter.invoiceCurrencies !== null) {
    query = query.where(among(dialect, 'invoice_currency', filter.invoiceCurrencies))
  }
  if (filter.paymentCurrencies !== null) {
    query = query.where(among(dialect, 'payment_currency', filter.paymentCurrencies))
  }
  const currencies = filter.amount?.currencies ?? null
  if (currencies !== null) {
    query = query.where(({ or }) =>
      or([
        among(dialect, 'invoice_currency', currencies),
        among(dialect, 'payment_currency', currencies),
      ]),
    )
  }
  const rows = await reads<Pick<Row<'payment_groups'>, 'id'>>(query.compile())
  return rows.map(({ id }) => id)
}
