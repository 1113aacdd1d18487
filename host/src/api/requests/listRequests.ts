import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { paginationOf, readPage } from '../../http/readPage.ts'
import { isRequestId } from '../../requests/isRequestId.ts'
import { countRequests } from './countRequests.ts'
import { readRequestFilter } from './readRequestFilter.ts'
import { readRequestPage } from './readRequestPage.ts'
import { scopeOf } from './requestFilter.ts'

type List = typeof api.requests.list

const CURSORS = { encoding: 'hex' as const, isPosition: isRequestId }

/** Lists requests, newest first, with the exact number of matches. */
export async function listRequests(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  { query, caller }: Call<List>,
): Promise<Output<List>> {
  const filter = await readRequestFilter(context, query)
  const page = readPage(query, CURSORS)
  const [total, { requests, last }] = await Promise.all([
    countRequests(context, scopeOf(caller), filter),
    readRequestPage(context, { caller, filter, page }),
  ])
  return { requests: [...requests], pagination: paginationOf(page, CURSORS, { total, last }) }
}
