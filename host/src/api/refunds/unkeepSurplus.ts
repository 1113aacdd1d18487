import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { endKept, readKept } from '../../refunds/keptSurpluses.ts'
import { lockOwn } from './keepSurplus.ts'

type Unkeep = typeof api.refunds.unkeep

/** Ends the decision to keep a request's money; idempotent. @throws RequestNotFoundError */
export async function unkeepSurplus(
  context: Pick<Context, 'audit' | 'db'>,
  { params, caller }: Pick<Call<Unkeep>, 'params' | 'caller'>,
): Promise<Output<Unkeep>> {
  const { requestId } = params
  await context.db.transaction(async (tx) => {
    await lockOwn(tx, context, { requestId, caller })
    if (!(await readKept(tx, [requestId])).has(requestId)) return
    await endKept(tx, [requestId])
    await context.audit?.write(tx, requestId)
  })
  return { success: true }
}
