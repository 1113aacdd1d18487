import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { valuedCurrencies } from '../../rates/otherFiats.ts'
import { readReportingCurrency } from '../../search/readReportingCurrency.ts'

type Get = typeof api.reportingCurrency.get

/** Returns the reporting currency of the caller's merchant account, and the currencies that it may choose. */
export async function getReportingCurrency(
  context: Pick<Context, 'chains' | 'db' | 'prices'>,
  { caller }: Pick<Call<Get>, 'caller'>,
): Promise<Output<Get>> {
  return {
    reportingCurrency: await readReportingCurrency(context, caller.tenantId),
    choices: [...valuedCurrencies(context)],
  }
}
