import express, { type IRouter, type Request, type Response, Router } from 'express'
import type { Context } from '../../context.ts'
import { STATIC_FOLDER } from '../../folders.ts'
import { renderPlainPage, securePlainPage } from '../../http/plainPage.ts'
import { framingOrigins } from './framingOrigins.ts'
import { payerOfKey, type SandboxPage } from './pageKeys.ts'
import { payerReports, type SandboxPayer } from './payerReports.ts'
import { isNewWord, press } from './presses.ts'
import { readSandboxPayer } from './readSandboxPayer.ts'
import { renderAgreementPage, renderKycPage } from './renderPages.ts'

const ASSETS = ['sandbox.css', 'agreement.js'] as const
const ASSET_MAX_AGE_MS = 300_000
const BODY_LIMIT = '1kb'

type PagesContext = Pick<Context, 'config' | 'dataSealer' | 'db' | 'now'>

/**
 * Serves the sandbox's pages, where a payer would show documents and sign. Only the key in the URL gives access; there is no
 * session, cookie or token.
 */
export function serveSandboxPages(context: PagesContext): IRouter {
  const router = Router({ caseSensitive: true, strict: true })
  for (const name of ASSETS) {
    router.get(`/sandbox/${name}`, (_request, response) => {
      response.sendFile(name, { root: STATIC_FOLDER, maxAge: ASSET_MAX_AGE_MS })
    })
  }
  const form = express.urlencoded({ extended: false, limit: BODY_LIMIT, parameterLimit: 4 })
  for (const page of ['kyc', 'agreement'] as const) {
    const path = `/sandbox/${page}/:key`
    router.get(path, (request, response) => showPage(context, { page, request, response }))
    router.post(path, form, (request, response) => pressPage(context, { page, request, response }))
  }
  return router
}

type Visit = { page: SandboxPage; request: Request; response: Response }

async function showPage(context: PagesContext, { page, request, response }: Visit): Promise<void> {
  const payer = await findPayer(context, page, request)
  if (payer === null) return sendNotFound(request, response)
  const { kyc, agreement } = statusOf(context, payer)
  const origins = await framingOrigins(context, payer.tenantId)
  response.removeHeader('x-frame-options')
  response.setHeader('content-security-policy', pagePolicy(origins))
  response.setHeader('cache-control', 'no-store')
  const name = `${payer.firstName} ${payer.lastName}`
  response
    .type('html')
    .send(page === 'kyc' ? renderKycPage(name, kyc) : renderAgreementPage(name, agreement))
}

/** Handles a pressed button. A button that is no longer available has no effect. */
async function pressPage(context: PagesContext, { page, request, response }: Visit): Promise<void> {
  const payer = await findPayer(context, page, request)
  if (payer === null) return sendNotFound(request, response)
  const action: unknown = request.body?.action
  if (page === 'kyc' && isKycAction(action)) {
    const { kyc } = statusOf(context, payer)
    const isUndecided = kyc === 'initiated' || kyc === 'pending'
    await press(context, payer.id, { action, isDue: () => isUndecided })
  }
  const hasAgreed = action === 'decline' || request.body?.agreed === 'yes'
  if (page === 'agreement' && isAgreementAction(action) && hasAgreed) {
    const { agreement } = statusOf(context, payer)
    await press(context, payer.id, {
      action,
      isDue: (_payer, presses) => agreement !== 'completed' && isNewWord(presses, action),
    })
  }
  response.redirect(303, request.originalUrl)
}

function isKycAction(action: unknown): action is 'approve' | 'reject' | 'fail' {
  return action === 'approve' || action === 'reject' || action === 'fail'
}

function isAgreementAction(action: unknown): action is 'sign' | 'decline' {
  return action === 'sign' || action === 'decline'
}

function findPayer(
  context: PagesContext,
  page: SandboxPage,
  request: Request,
): ReturnType<typeof readSandboxPayer> {
  const { key } = request.params
  const id = typeof key === 'string' ? payerOfKey(context.dataSealer, page, key) : null
  return id === null ? Promise.resolve(null) : readSandboxPayer(context, id)
}

/** Returns the current statuses of a payer's identity check and agreement. */
function statusOf({ config, now }: PagesContext, payer: SandboxPayer) {
  const delayMs = config.offramp?.kind === 'sandbox' ? config.offramp.delayMs : 0
  const reports = payerReports(payer, { now: now(), delayMs })
  const kyc = reports.findLast((report) => report.kind === 'kyc')?.status ?? 'initiated'
  const said = reports.filter((report) => report.kind === 'agreement')
  // A signed agreement stays signed, even if the check ends later.
  const isSigned = said.some(({ status }) => status === 'completed')
  const agreement = isSigned ? 'completed' : (said.at(-1)?.status ?? 'not_started')
  return { kyc, agreement } as const
}

/**
 * Returns the page's Content-Security-Policy. The page loads only this host's style sheet and script, and posts its form only to
 * this host. Only this host's pages and those at `origins` may frame it.
 */
function pagePolicy(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors 'self' ${origins.join(' ')}`.trimEnd(),
  ].join('; ')
}

function sendNotFound(request: Request, response: Response): void {
  securePlainPage(request, response, () => {
    response
      .status(404)
      .type('html')
      .send(
        renderPlainPage(
          'Not found',
          '<h1>This page does not exist</h1>\n<p>Its link is wrong, or the payer was erased.</p>',
        ),
      )
  })
}
