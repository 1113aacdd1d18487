import { type IRouter, Router } from 'express'
import type { Context } from '../../context.ts'
import { preparedRead, TEXT } from '../../db/preparedRead.ts'
import { API_HEADERS } from '../../http/securityHeaders.ts'
import { isRequestId, RequestNotFoundError } from './loadRequest.ts'

const selectToken = preparedRead((kysely) =>
  kysely.selectFrom('requests').select('secure_payment_token').where('id', '=', TEXT).compile(),
)

/**
 * Serves `{pay_url}/r/{requestId}`, which webhooks carry as `explorer`: leads to the page of the payment that the request belongs
 * to. Needs no credential: an id has 208 random bits, and the page shows what its link shows.
 */
export function serveRequestLinks(context: Pick<Context, 'config' | 'db'>): IRouter {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/r/:requestId', async (request, response) => {
    const token = await findToken(context, request.params.requestId)
    response.set(API_HEADERS).redirect(`${context.config.payUrl}/?token=${token}`)
  })
  return router
}

/** @throws RequestNotFoundError, also for a request that has no page */
async function findToken({ db }: Pick<Context, 'db'>, requestId: string): Promise<string> {
  if (!isRequestId(requestId)) throw new RequestNotFoundError()
  const [found] = await selectToken(db, requestId)
  const token = found?.secure_payment_token ?? null
  if (token === null) throw new RequestNotFoundError()
  return token
}
