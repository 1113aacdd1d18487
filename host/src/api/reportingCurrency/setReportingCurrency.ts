import { InvalidInputError } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { valuedCurrencies } from '../../rates/otherFiats.ts'
import { getReportingCurrency } from './getReportingCurrency.ts'

type Set = typeof api.reportingCurrency.set

/**
 * Sets the reporting currency of the caller's merchant account.
 *
 * @throws InvalidInputError for a currency without a rate on any served network and without a market price
 */
export async function setReportingCurrency(
  context: Pick<Context, 'audit' | 'chains' | 'db' | 'prices'>,
  { body, caller }: Pick<Call<Set>, 'body' | 'caller'>,
): Promise<Output<Set>> {
  const { reportingCurrency } = body
  const choices = valuedCurrencies(context)
  if (!choices.includes(reportingCurrency)) {
    const message = `must be one of ${choices.join(', ')}: no network of this service has a rate for ${reportingCurrency}`
    throw new InvalidInputError([{ field: 'reportingCurrency', code: 'no_rate', message }])
  }
  await context.db.transaction(async (tx) => {
    await tx
      .updateTable('tenants')
      .set({ reporting_currency: reportingCurrency })
      .where('id', '=', caller.tenantId)
      .execute()
    await context.audit?.write(tx, null)
  })
  return getReportingCurrency(context, { caller })
}
