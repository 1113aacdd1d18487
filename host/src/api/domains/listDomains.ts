import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describeDomain } from './describeDomain.ts'

type List = typeof api.domains.list

/** Lists the domains in the caller's tenant, oldest first. */
export async function listDomains(
  { db }: Pick<Context, 'db'>,
  { caller }: Pick<Call<List>, 'caller'>,
): Promise<Output<List>> {
  const rows = await db.kysely
    .selectFrom('merchant_domains')
    .selectAll()
    .where('tenant_id', '=', caller.tenantId)
    .orderBy('id')
    .execute()
  return rows.map(describeDomain)
}
