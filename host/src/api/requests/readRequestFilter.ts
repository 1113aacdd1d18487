import { referenceTopic, topicKey } from '@secure-payment/core'
import type { api } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { keccak256 } from '../../keccak.ts'
import type { RequestFilter } from './requestFilter.ts'

/** Reads the filters of a list's query. */
export async function readRequestFilter(
  context: Pick<Context, 'db'>,
  query: Call<typeof api.requests.export>['query'],
): Promise<RequestFilter> {
  const { status, reference, paymentReference, flow } = query
  const byReference =
    paymentReference === undefined ? {} : await readReference(context, paymentReference)
  return { status, reference, flow, ...byReference }
}

/** Returns the filter for a payment reference, which belongs to a request or to one of its further options. */
async function readReference(
  { db }: Pick<Context, 'db'>,
  paymentReference: string,
): Promise<Pick<RequestFilter, 'referenceKey' | 'requestId'>> {
  const referenceKey = keyOf(paymentReference)
  const option = await db.kysely
    .selectFrom('request_options')
    .select('request_id')
    .where('reference_key', '=', referenceKey)
    .executeTakeFirst()
  return option === undefined ? { referenceKey } : { requestId: option.request_id }
}

/** Returns the key under which a payment reference is stored; letter case is ignored. */
function keyOf(paymentReference: string): bigint {
  const reference = `0x${paymentReference.slice(2).toLowerCase()}` as const
  return topicKey(referenceTopic(reference, keccak256))
}
