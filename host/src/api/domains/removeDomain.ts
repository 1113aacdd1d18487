import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { findOwn } from './findOwn.ts'

type Remove = typeof api.domains.remove

/**
 * Removes a domain from the caller's tenant; payers no longer see it.
 *
 * @throws DomainNotFoundError
 */
export async function removeDomain(
  context: Pick<Context, 'audit' | 'db'>,
  { params, caller }: Pick<Call<Remove>, 'params' | 'caller'>,
): Promise<Output<Remove>> {
  const { id } = await findOwn(context, { id: params.id, tenantId: caller.tenantId })
  await context.db.transaction(async (tx) => {
    await tx.deleteFrom('merchant_domains').where('id', '=', id).execute()
    await context.audit?.write(tx, id)
  })
  return { success: true }
}
