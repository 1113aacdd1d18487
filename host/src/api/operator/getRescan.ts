import { isUlid } from '@secure-payment/core'
import type { Output, operator } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describeRescan } from './describeRescan.ts'
import { RescanNotFoundError } from './errors.ts'
import { requireOperator } from './requireOperator.ts'

type Get = typeof operator.get

/**
 * Returns a rescan's progress.
 *
 * @throws OperatorOnlyError, RescanNotFoundError
 */
export async function getRescan(
  { db }: Pick<Context, 'db'>,
  { params, caller }: Call<Get>,
): Promise<Output<Get>> {
  requireOperator(caller)
  if (!isUlid(params.id)) throw new RescanNotFoundError()
  const row = await db.kysely
    .selectFrom('rescans')
    .selectAll()
    .where('id', '=', params.id)
    .executeTakeFirst()
  if (row === undefined) throw new RescanNotFoundError()
  return describeRescan(row)
}
