import { BaseError, isUlid } from '@secure-payment/core'
import { type IRouter, type Request, type RequestHandler, type Response, Router } from 'express'
import { digestAddress } from '../auth/digestAddress.ts'
import type { PageBranding } from '../branding/pageBranding.ts'
import type { Context } from '../context.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import { STATIC_FOLDER } from '../folders.ts'
import { describeShown } from '../hostedPage/readShownPayment.ts'
import { renderLinks } from '../hostedPage/renderLinks.ts'
import { renderSummary } from '../hostedPage/renderSummary.ts'
import { titleOf } from '../hostedPage/servePayPage.ts'
import { clientAddress } from '../http/clientAddress.ts'
import { findPageLanguage } from '../http/findPageLanguage.ts'
import type { HttpContext } from '../http/implement.ts'
import { pageWords } from '../http/pageWords.ts'
import { renderPageDocument, securePayPage, sendHtml } from '../http/payPage.ts'
import type { RateLimit } from '../http/rateLimit.ts'
import { etagOf } from '../http/renderedAnswer.ts'
import { statusAt } from '../paying/describeSecurePayment.ts'
import { findInactive } from '../paying/findInactive.ts'
import { readSecurePayment, type StoredSecurePayment } from '../paying/loadSecurePayment.ts'
import { openLink } from '../paying/openLink.ts'
import { isForgottenCopy } from '../paying/untouchedCopy.ts'
import { renderOffer } from './renderOffer.ts'

type OfferContext = Pick<
  Context,
  'config' | 'db' | 'log' | 'now' | 'random' | 'rates' | 'sealer'
> & { rateLimit: Pick<RateLimit, 'takeOpening'> }

const SCRIPT_MAX_AGE_MS = 300_000
const KEY = /^[0-9a-f]{32}$/
/** A language tag, such as `pt-BR`. */
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3}$/
const KEY_BYTES = 16
const TOO_MANY_REQUESTS = 429

/**
 * Serves the hosted page `{pay_url}/?token=…` of a reusable link: the offer, and a button. Only the button's POST creates the payer's own
 * payment, so crawlers and link previews create nothing. The POST redirects to that payment's address. A reload, or a repeated
 * POST of the same form, therefore shows the same payment. While the page is visible, its script compares the current ETag with
 * the displayed page's, and reloads the page after a change. For other tokens, the next route serves the payment element's page.
 */
export function serveOffers({ context: host, rateLimit }: HttpContext): IRouter {
  const context = { ...host, rateLimit }
  const router = Router({ strict: true })
  router.get('/', async (request, response, next) => {
    const token = tokenOf(request)
    const place = await findPlace(context, token)
    if (place === 'payment') return next()
    if (place !== 'offer') return response.redirect(303, addressOf(request, place.linkToken))
    const stored = await readSecurePayment(context, token)
    if (stored === null) return next()
    await showOffer(context, { request, response, stored, isBusy: false })
  })
  router.post('/', async (request, response) => {
    const token = tokenOf(request)
    const stored = await readSecurePayment(context, token)
    const own = addressOf(request, token)
    if (stored === null || !isOwnForm(request)) return response.redirect(303, own)
    try {
      const opened = await open(context, request, stored)
      response.redirect(303, addressOf(request, opened))
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      // The link's page shows every other reason.
      if (error.kind !== 'rate_limited') return response.redirect(303, own)
      await showOffer(context, { request, response, stored, isBusy: true })
    }
  })
  router.get('/offer.js', (_request, response) => {
    response.sendFile('offer.js', { root: STATIC_FOLDER, maxAge: SCRIPT_MAX_AGE_MS })
  })
  return router
}

/** Returns the path of a token’s page, in the language that the current URL names. */
function addressOf({ query }: Request, token: string): string {
  const { lang } = query
  const isNamed = typeof lang === 'string' && LANGUAGE.test(lang)
  return isNamed ? `/?token=${token}&lang=${lang}` : `/?token=${token}`
}

/** Returns the query's token; empty if the token is not in its canonical form. */
function tokenOf({ query }: Request): string {
  const { token } = query
  return typeof token === 'string' && isUlid(token) ? token : ''
}

/** Returns whether this host's own page sent the form. Only browsers send `sec-fetch-site`. */
function isOwnForm({ headers }: Request): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

async function open(
  context: OfferContext,
  request: Request,
  stored: StoredSecurePayment,
): Promise<string> {
  const { token } = stored.securePayment
  const address = clientAddress(request, context.config.trustedProxies)
  const addressDigest = digestAddress(context.sealer, address)
  await context.rateLimit.takeOpening({ token, addressDigest })
  const { key } = request.query
  const opened = await openLink(context, stored, {
    addressDigest,
    key: typeof key === 'string' && KEY.test(key) ? key : null,
    idempotency: null,
  })
  return opened.token
}

const selectPlace = preparedRead((kysely) =>
  kysely
    .selectFrom('secure_payments as payment')
    .leftJoin('secure_payments as link', 'link.token', 'payment.link_token')
    .select(['payment.is_reusable', 'payment.status', 'payment.expires_at', 'payment.link_token'])
    .select(['link.status as link_status', 'link.expires_at as link_expires_at'])
    .where('payment.token', '=', TEXT)
    .compile(),
)

/**
 * Finds what a token's page shows: the offer of an open reusable link, or a payment. An expired copy's page redirects to its link
 * while the link is open. It does not redirect if the payer paid a part or sent a transaction, because that payer would pay again.
 * If the database does not respond, the element's page reports it.
 */
async function findPlace(
  { db, log, now }: Pick<Context, 'db' | 'log' | 'now'>,
  token: string,
): Promise<'offer' | 'payment' | { linkToken: string }> {
  if (token === '') return 'payment'
  try {
    const [found] = await selectPlace(db, token)
    if (found === undefined) return 'payment'
    const { is_reusable, link_token, link_status, link_expires_at } = found
    const status = statusAt(found, now())
    if (is_reusable === 1) return status === 'pending' ? 'offer' : 'payment'
    if (status !== 'expired' || link_status === null || link_expires_at === null) return 'payment'
    const link = statusAt({ status: link_status, expires_at: link_expires_at }, now())
    if (link !== 'pending' || link_token === null) return 'payment'
    const forgotten = await db.kysely
      .selectFrom('secure_payments as p')
      .select('p.token')
      .where('p.token', '=', token)
      .where(isForgottenCopy(now()))
      .executeTakeFirst()
    return forgotten === undefined ? 'payment' : { linkToken: link_token }
  } catch (error) {
    log.warn({ err: error }, 'Showed a payment page without looking for a reusable link')
    return 'payment'
  }
}

type Shown = {
  request: Request
  response: Response
  stored: StoredSecurePayment
  isBusy: boolean
}

async function showOffer(
  context: OfferContext,
  { request, response, stored, isBusy }: Shown,
): Promise<void> {
  const { token } = stored.securePayment
  const language = findPageLanguage(request)
  const words = pageWords[language]
  const { payment, branding } = describeShown(context, stored)
  await secure(context, branding)(request, response)
  response.vary('Accept-Language')
  if (isBusy) response.status(TOO_MANY_REQUESTS).setHeader('retry-after', '60')
  const [inactive] = await findInactive(context.db, context.db.kysely, termsOf(stored))
  const isInactive = inactive !== undefined
  const isPayable = payment.status === 'pending' && !isInactive
  const summary = renderSummary(payment, language, {
    isPayable,
    label: isPayable ? 'toPay' : 'total',
  })
  const links = renderLinks(payment.merchant, language)
  const etag = etagOf(`${branding.css}${summary}${links}${isInactive}`)
  response.setHeader('etag', etag)
  const key = Buffer.from(context.random(KEY_BYTES)).toString('hex')
  const action = `${addressOf(request, token)}&key=${key}`
  const offer = renderOffer(payment, { words, language, action, etag, isBusy, isInactive })
  const scripts = '<script src="/offer.js" defer></script>\n'
  const title = titleOf(payment, words)
  const content = `${summary}${offer}${links}`
  sendHtml(response, renderPageDocument({ branding, language, title, scripts, content }))
}

/** Returns a reusable link's requests, with the client ID that created the link. */
function termsOf({ securePayment: { client_id, tenant_id }, requests }: StoredSecurePayment) {
  return requests.map(({ id, destination_id }) => ({ id, tenant_id, destination_id, client_id }))
}

function secure(
  { config }: Pick<Context, 'config'>,
  branding: PageBranding,
): (request: Request, response: Response) => Promise<void> {
  const handler: RequestHandler = securePayPage(config, branding, { formAction: ["'self'"] })
  return (request, response) =>
    new Promise((resolve, reject) => {
      handler(request, response, (error?: unknown) =>
        error === undefined ? resolve() : reject(error),
      )
    })
}
