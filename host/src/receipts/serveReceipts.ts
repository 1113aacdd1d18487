import { createHash } from 'node:crypto'
import { BaseError, isUlid } from '@secure-payment/core'
import { type IRouter, type Request, type RequestHandler, type Response, Router } from 'express'
import { LRUCache } from 'lru-cache'
import { describePageBranding, type PageBranding, PLAIN_PAGE } from '../branding/pageBranding.ts'
import { readLogoBytes } from '../branding/readLogoBytes.ts'
import { FONT_FOLDER, PDF_PROGRAM } from '../folders.ts'
import { escapeHtml } from '../http/escapeHtml.ts'
import { findPageLanguage } from '../http/findPageLanguage.ts'
import type { HttpContext } from '../http/implement.ts'
import type { PageLanguage } from '../http/pageWords.ts'
import { securePayPage, sendHtml } from '../http/payPage.ts'
import { servePageFile } from '../http/servePageFile.ts'
import { RECEIPTS_PATH } from '../requests/receiptUrl.ts'
import { composeReceipt } from './composeReceipt.ts'
import { createPdfMaker, type MakePdf } from './pdf/createPdfMaker.ts'
import { type Receipt, readReceipt } from './readReceipt.ts'
import type { ReceiptDocument } from './receiptDocument.ts'
import { renderReceipt } from './renderReceipt.ts'
import { receiptWords } from './words/receiptWords.ts'
import { readTimeZone } from './writeTime.ts'

/** The maximum size of all cached PDFs. */
const CACHED_BYTES = 4_194_304
const TOO_MANY_REQUESTS = 429
const NOT_FOUND = 404

/**
 * Serves receipts at `{pay_url}/receipts/{token}`, each with its PDF at `receipt.pdf` below. The token is the payment's own, so everyone
 * with the link to the payment page can read the receipt. The receipt shows no more than that page. The page needs no script.
 */
export function serveReceipts({ context, rateLimit }: HttpContext): IRouter {
  const facts = {
    context,
    rateLimit,
    makePdf: cachePdfs(createPdfMaker(context, { program: PDF_PROGRAM, fontFolder: FONT_FOLDER })),
  }
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/receipt.css', servePageFile(['page.css', 'receipt.css']))
  router.get('/receipt.js', servePageFile(['receipt.js']))
  router.get(`${RECEIPTS_PATH}/:token`, (request, response) =>
    guard(facts, request, response, showPage),
  )
  router.get(`${RECEIPTS_PATH}/:token/receipt.pdf`, (request, response) =>
    guard(facts, request, response, sendPdf),
  )
  return router
}

type Facts = Pick<HttpContext, 'context' | 'rateLimit'> & { makePdf: MakePdf }
type Shown = { receipt: Receipt; language: PageLanguage; request: Request; response: Response }

/** Counts a request and reads its receipt; if none exists, serves a page that states this. */
async function guard(
  facts: Facts,
  request: Request,
  response: Response,
  show: (facts: Facts, shown: Shown) => Promise<void>,
): Promise<void> {
  const { context, rateLimit } = facts
  const language = findPageLanguage(request)
  const token = tokenOf(request)
  response.vary('Accept-Language').setHeader('x-robots-tag', 'noindex, nofollow')
  try {
    await rateLimit.takeReceipt(request)
    const receipt = isUlid(token) ? await readReceipt(context, token) : null
    if (receipt === null) return await sendNotice(facts, { request, response, language })
    await show(facts, { receipt, language, request, response })
  } catch (error) {
    if (!(error instanceof BaseError) || error.kind !== 'rate_limited') throw error
    await sendBusy(facts, { request, response, language })
  }
}

async function showPage(
  facts: Facts,
  { receipt, language, request, response }: Shown,
): Promise<void> {
  const words = receiptWords[language]
  const { token } = receipt.payment
  const document = composeReceipt(receipt, { language, timeZone: 'UTC' })
  const branding = describePageBranding(receipt.stored.branding)
  const pdfPath = `${RECEIPTS_PATH}/${token}/receipt.pdf${writeQuery(request)}`
  const instead =
    request.query['print'] === undefined
      ? ''
      : `<p class="instead" role="status">${escapeHtml(words.printInstead)}</p>\n`
  const content = `${instead}${renderReceipt(document, { words, pdfPath })}`
  await secure(facts, branding, request, response)
  sendHtml(response, renderDocument({ branding, language, title: titleOf(document), content }))
}

/** Sends a PDF. If a PDF cannot show the receipt, redirects to its page, which a browser can print. */
async function sendPdf(
  facts: Facts,
  { receipt, language, request, response }: Shown,
): Promise<void> {
  const { context, rateLimit, makePdf } = facts
  const { token } = receipt.payment
  const { tenant_id } = receipt.stored.securePayment
  await rateLimit.takePdf({ request, tenantId: tenant_id })
  const timeZone = readTimeZone(request.query['zone'])
  const document = composeReceipt(receipt, { language, timeZone })
  const { logo } = document.merchant
  const pdf = await makePdf(
    tenant_id,
    document,
    logo === null ? null : await readLogoBytes(context, logo.id),
  )
  if (pdf === 'busy') return sendBusy(facts, { request, response, language })
  if (pdf === 'unsupported') {
    return response.redirect(303, `${RECEIPTS_PATH}/${token}${writeQuery(request, 'print')}`)
  }
  response
    .set({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${token}.pdf"`,
      'cache-control': 'no-store',
    })
    .end(pdf)
}

/** Keeps the latest PDFs, so that a repeated download costs nothing: equal content has equal bytes. */
function cachePdfs(makePdf: MakePdf): MakePdf {
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ length }) => length,
  })
  return async (tenantId, receipt, logo) => {
    const key = createHash('sha256')
      .update(JSON.stringify([tenantId, receipt]))
      .digest('base64')
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    try {
      const pdf = await makePdf(tenantId, receipt, logo)
      if (typeof pdf !== 'string') cache.set(key, pdf)
      return pdf
    } catch {
      // The maker has logged the failure, and a browser can still print the page.
      return 'unsupported'
    }
  }
}

type Noticed = Pick<Shown, 'request' | 'response' | 'language'>

/** Sends the same page for an unknown address and an unpaid payment, with a link to the payment page if the address contains a token. */
async function sendNotice(facts: Facts, { request, response, language }: Noticed): Promise<void> {
  const { title, text, open } = receiptWords[language].none
  const token = tokenOf(request)
  const link = isUlid(token)
    ? `<p><a href="${escapeHtml(`/?token=${token}`)}">${escapeHtml(open)}</a></p>`
    : ''
  const content = `<article class="receipt"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${link}</article>\n`
  response.status(NOT_FOUND)
  await sendPlain(facts, { request, response, language }, { title, content })
}

async function sendBusy(facts: Facts, { request, response, language }: Noticed): Promise<void> {
  const { title, busy } = receiptWords[language]
  const content = `<article class="receipt"><h1>${escapeHtml(title)}</h1><p role="alert">${escapeHtml(busy)}</p></article>\n`
  response.status(TOO_MANY_REQUESTS).setHeader('retry-after', '60')
  await sendPlain(facts, { request, response, language }, { title, content })
}

async function sendPlain(
  facts: Facts,
  { request, response, language }: Noticed,
  { title, content }: { title: string; content: string },
): Promise<void> {
  await secure(facts, PLAIN_PAGE, request, response)
  sendHtml(response, renderDocument({ branding: PLAIN_PAGE, language, title, content }))
}

/**
 * The title contains no merchant text except a verified domain, because tabs, bookmarks and link previews show the title without the page.
 */
function titleOf({ title, merchant: { domain } }: ReceiptDocument): string {
  return domain === null ? title : `${title} · ${domain}`
}

function renderDocument(page: {
  branding: PageBranding
  language: PageLanguage
  title: string
  content: string
}): string {
  const { branding, language, title, content } = page
  const service = branding.displaysService
    ? '<p class="service" lang="en" dir="ltr">Made with Secure Payment</p>\n'
    : ''
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/receipt.css">
${branding.css === '' ? '' : `<style>${branding.css}</style>\n`}<script src="/receipt.js" defer></script>
</head>
<body>
<main>
${content}${service}</main>
</body>
</html>
`
}

/** Returns the parts of a query that select the receipt's language and time zone. */
function writeQuery(request: Request, ...flags: readonly string[]): string {
  const kept = new URLSearchParams()
  for (const name of ['lang', 'zone']) {
    const value = request.query[name]
    if (typeof value === 'string') kept.set(name, value)
  }
  for (const flag of flags) kept.set(flag, '1')
  return kept.size === 0 ? '' : `?${kept}`
}

/** Returns the token in the path; empty if there are several. */
function tokenOf({ params }: Request): string {
  const { token } = params
  return typeof token === 'string' ? token : ''
}

function secure(
  { context: { config } }: Facts,
  branding: PageBranding,
  request: Request,
  response: Response,
): Promise<void> {
  const handler: RequestHandler = securePayPage(config, branding, { connectSrc: ["'none'"] })
  return new Promise((resolve, reject) => {
    handler(request, response, (error?: unknown) =>
      error === undefined ? resolve() : reject(error),
    )
  })
}
