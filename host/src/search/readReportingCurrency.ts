import type { ReportingCurrency } from '@secure-payment/core/api'
import type { Context } from '../context.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import { ensureDefined } from '../ensureDefined.ts'

const selectCurrency = preparedRead((kysely) =>
  kysely.selectFrom('tenants').select('reporting_currency').where('id', '=', TEXT).compile(),
)

/** Returns the currency in which a merchant account's worths and totals are stated. */
export async function readReportingCurrency(
  { db }: Pick<Context, 'db'>,
  tenantId: string,
): Promise<ReportingCurrency> {
  const [tenant] = await selectCurrency(db, tenantId)
  return ensureDefined(tenant, 'A merchant account').reporting_currency
}
