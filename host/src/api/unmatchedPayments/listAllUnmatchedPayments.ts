import type { Output, operator } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { requireOperator } from '../operator/requireOperator.ts'
import { readUnmatchedPayments } from './readUnmatchedPayments.ts'

type List = typeof operator.unmatchedPayments

/**
 * Lists the payments that match no request, of all merchants and without a merchant.
 *
 * @throws OperatorOnlyError
 */
export async function listAllUnmatchedPayments(
  context: Pick<Context, 'db'>,
  { query, caller }: Call<List>,
): Promise<Output<List>> {
  requireOperator(caller)
  return readUnmatchedPayments(context, query, null)
}
