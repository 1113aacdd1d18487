import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { findOwn } from './findOwn.ts'

type Remove = typeof api.domains.remove

/**
 * Removes a domain of the caller's tenant: payers are no longer shown it.
 *
 * @throws DomainNotFoundError
 */
export async function removeDomain(
  context: Pick<Context, 'db'>,
  { params, caller }: Pick<Call<Remove>, 'params' | 'caller'>,
): Promise<Output<Remove>> {
  const { id } = await findOwn(context, { id: params.id, tenantId: caller.tenantId })
  await context.db.kysely.deleteFrom('merchant_domains').where('id', '=', id).execute()
  return { success: true }
}
