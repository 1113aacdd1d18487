import { explorerTransactionUrl, findNetwork } from '@secure-payment/core/networks'
import { type IRouter, Router } from 'express'
import type { Context } from '../../context.ts'
import { preparedRead, TEXT } from '../../db/preparedRead.ts'
import { renderPlainPage, securePlainPage } from '../../http/plainPage.ts'
import { API_HEADERS } from '../../http/securityHeaders.ts'
import { RequestNotFoundError } from '../../requests/errors.ts'
import { isRequestId } from '../../requests/isRequestId.ts'

const selectLink = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .select(['secure_payment_token', 'network', 'tx_hash'])
    .where('id', '=', TEXT)
    .compile(),
)

/**
 * Serves `{pay_url}/r/{requestId}`, which webhooks carry as `explorer`. The link leads:
 *
 * - to the page of the payment that the request belongs to
 * - without a page, to the request's last transaction in the block explorer
 * - without either, to a page that states so
 *
 * The link needs no credential, because an id has 208 random bits, and the page shows no more than the link.
 */
export function serveRequestLinks(context: Pick<Context, 'config' | 'db'>): IRouter {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/r/:requestId', securePlainPage)
  router.get('/r/:requestId', async (request, response) => {
    const url = await findPage(context, request.params.requestId)
    response.set(API_HEADERS)
    if (url === null) response.type('html').send(WITHOUT_PAGE)
    else response.redirect(url)
  })
  return router
}

/** The page contains no data about the request, because any visitor may have the link. */
const WITHOUT_PAGE = renderPlainPage(
  'No payment page',
  `<h1>This request has no payment page</h1>
<p>It was created through the API and is paid without one. This link leads to a block explorer once it shows a payment.</p>`,
)

/**
 * Returns the URL of the payment page, otherwise of the last transaction in the explorer; null if the request has neither.
 *
 * @throws RequestNotFoundError
 */
async function findPage(
  { config, db }: Pick<Context, 'config' | 'db'>,
  requestId: string,
): Promise<string | null> {
  if (!isRequestId(requestId)) throw new RequestNotFoundError()
  const [found] = await selectLink(db, requestId)
  if (found === undefined) throw new RequestNotFoundError()
  const { secure_payment_token: token, tx_hash: txHash } = found
  if (token !== null) return `${config.payUrl}/?token=${token}`
  const network = findNetwork(found.network)
  if (network === undefined || txHash === null) return null
  return explorerTransactionUrl(network, txHash)
}
