import { BaseError } from '@secure-payment/core'
import { explorerTransactionUrl, findNetwork } from '@secure-payment/core/networks'
import { type IRouter, Router } from 'express'
import type { Context } from '../../context.ts'
import { preparedRead, TEXT } from '../../db/preparedRead.ts'
import { API_HEADERS } from '../../http/securityHeaders.ts'
import { isRequestId, RequestNotFoundError } from './loadRequest.ts'

/** A request has neither a page of its own nor a transaction that a block explorer shows. */
export class RequestWithoutPageError extends BaseError {
  readonly code = 'request_without_page'
  readonly kind = 'not_found'

  constructor() {
    super(
      'There is nothing to show of this request yet: it has no payment page, and no transaction in a block explorer.',
    )
  }
}

const selectLink = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .select(['secure_payment_token', 'network', 'tx_hash'])
    .where('id', '=', TEXT)
    .compile(),
)

/**
 * Serves `{pay_url}/r/{requestId}`, which webhooks carry as `explorer`: leads to the page of the payment that the request belongs
 * to; from a request without a page to its last transaction in the block explorer. Needs no credential: an id has 208 random bits,
 * and the page shows what its link shows.
 */
export function serveRequestLinks(context: Pick<Context, 'config' | 'db'>): IRouter {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/r/:requestId', async (request, response) => {
    const url = await findPage(context, request.params.requestId)
    response.set(API_HEADERS).redirect(url)
  })
  return router
}

/** @throws RequestNotFoundError, RequestWithoutPageError */
async function findPage(
  { config, db }: Pick<Context, 'config' | 'db'>,
  requestId: string,
): Promise<string> {
  if (!isRequestId(requestId)) throw new RequestNotFoundError()
  const [found] = await selectLink(db, requestId)
  if (found === undefined) throw new RequestNotFoundError()
  const { secure_payment_token: token, tx_hash: txHash } = found
  if (token !== null) return `${config.payUrl}/?token=${token}`
  const network = findNetwork(found.network)
  const url =
    network === undefined || txHash === null ? null : explorerTransactionUrl(network, txHash)
  if (url === null) throw new RequestWithoutPageError()
  return url
}
