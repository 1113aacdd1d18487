import type { api } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { preparedRead, TEXT } from '../../db/preparedRead.ts'
import type { Call } from '../../http/implement.ts'
import { rememberAnswers } from '../../http/rememberAnswers.ts'
import type { RenderedAnswer } from '../../http/renderedAnswer.ts'
import { remainingUnits } from '../securePayments/remainingUnits.ts'
import { describeRequest } from './describeRequest.ts'
import { loadRequest } from './loadRequest.ts'
import { readMarket } from './readMarket.ts'

type Get = typeof api.requests.get

const selectPayments = preparedRead((kysely) =>
  kysely
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', TEXT)
    .orderBy('block_number')
    .orderBy('log_index')
    .compile(),
)

const writeAnswer = rememberAnswers()

/** Answers a request with its confirmed payments, and what it is worth now as long as that matters. */
export async function getRequest(
  context: Pick<Context, 'config' | 'db' | 'now' | 'rates' | 'log'>,
  { params, caller }: Call<Get>,
): Promise<RenderedAnswer> {
  const request = await loadRequest(context, { requestId: params.requestId, caller })
  const [payments, market] = await Promise.all([
    request.paid_units === '0' ? [] : selectPayments(context.db, request.id),
    readMarket(context, request, remainingUnits(request)),
  ])
  // A client ID is public, so whoever holds it learns nothing about a customer.
  const isPublic = caller.credential === 'clientId'
  const facts = { request, payments, market, isPublic }
  const key = isPublic ? `public ${request.id}` : request.id
  return writeAnswer(context, { key, facts, describe: () => describeRequest(context, facts) })
}
