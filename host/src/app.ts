import type { api, Output } from '@secure-payment/core/api'
import express, { type Express, type IRouter, Router } from 'express'
import { serveApiKeys } from './api/apiKeys/index.ts'
import { serveApprovals } from './api/approvals/index.ts'
import { serveAuditLog } from './api/auditLog/index.ts'
import { serveAuth } from './api/auth/index.ts'
import { serveBranding } from './api/branding/index.ts'
import { serveCaller } from './api/caller/index.ts'
import { serveClientIds } from './api/clientIds/index.ts'
import { serveContact } from './api/contact/index.ts'
import { serveCurrencies } from './api/currencies/index.ts'
import { serveDomains } from './api/domains/index.ts'
import { serveHealth } from './api/health/index.ts'
import { serveInvitations } from './api/invitations/index.ts'
import { serveMembers } from './api/members/index.ts'
import { serveOfframpCallbacks } from './api/offramps/index.ts'
import { serveOperator } from './api/operator/index.ts'
import { servePasskeys } from './api/passkeys/index.ts'
import { servePayeeDestinations, serveSignedDestinations } from './api/payeeDestinations/index.ts'
import { servePayerRecords, servePayers } from './api/payers/index.ts'
import { servePayments } from './api/payments/index.ts'
import { servePayouts } from './api/payouts/index.ts'
import { serveRefundClaims } from './api/refundClaims/index.ts'
import { serveRefunds } from './api/refunds/index.ts'
import { serveReportingCurrency } from './api/reportingCurrency/index.ts'
import { serveRequests } from './api/requests/index.ts'
import { serveRequestLinks } from './api/requests/serveRequestLinks.ts'
import { serveSecondFactor } from './api/secondFactor/index.ts'
import { serveSecurePayments } from './api/securePayments/index.ts'
import { serveSessionClientIds } from './api/sessionClientIds/index.ts'
import { serveTenant } from './api/tenant/index.ts'
import { serveUnmatchedPayments } from './api/unmatchedPayments/index.ts'
import { serveV1 } from './api/v1/index.ts'
import { serveWebhooks } from './api/webhooks/index.ts'
import { createCredentials } from './auth/credentials.ts'
import { createPasswords } from './auth/passwords.ts'
import { createSessions } from './auth/sessions.ts'
import { serveLogos } from './branding/serveLogos.ts'
import type { Context } from './context.ts'
import type { BuildFolders } from './folders.ts'
import { serveNoPage } from './hostedPage/serveNoPage.ts'
import { servePayPage } from './hostedPage/servePayPage.ts'
import { serveStartPage } from './hostedPage/serveStartPage.ts'
import { serveConsolePage } from './http/consolePage.ts'
import { createCallSlots } from './http/createCallSlots.ts'
import { serveDocs } from './http/docs.ts'
import { serveErrorPages } from './http/errorPages.ts'
import { serveGuides } from './http/guides.ts'
import { createIdempotency } from './http/idempotency.ts'
import type { HttpContext } from './http/implement.ts'
import { createCallObserver, observePages } from './http/observeCalls.ts'
import { onError, onUnknownRoute } from './http/onError.ts'
import { createRateLimit } from './http/rateLimit.ts'
import { assignRequestId } from './http/requestId.ts'
import { requireHost } from './http/requireHost.ts'
import { secureByDefault } from './http/securityHeaders.ts'
import { serveTokenList } from './http/tokenList.ts'
import { serveOffers } from './links/serveOffers.ts'
import { createSeats } from './live/createSeats.ts'
import { serveSandboxPages } from './offramps/sandbox/serveSandboxPages.ts'
import { serveReceipts } from './receipts/serveReceipts.ts'
import { hasGuidesBuild, readConsoleBuild } from './releases/build.ts'
import { createReleases } from './releases/createReleases.ts'

/** The inputs of the application, in addition to the context. */
type AppFacts = {
  firstPartyClientId: string
  builds: BuildFolders
  /** Throws NotReadyError while the host is not ready. */
  readReadiness: () => Promise<Output<typeof api.health.readyz>>
}

/** Builds the HTTP application. Without the role `api`, it serves only the health checks. */
export function createApp(context: Context, facts: AppFacts): Express {
  const { config } = context
  const observe = createCallObserver(context)
  const http: HttpContext = {
    context,
    auth: {
      credentials: createCredentials(context),
      sessions: createSessions(context),
      now: context.now,
      ownOrigin: config.baseUrl,
    },
    dashboardOrigins: new Set(config.dashboardOrigins),
    idempotency: createIdempotency(context),
    rateLimit: createRateLimit(context),
    takeSlot: createCallSlots(),
    observe,
  }
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', 'simple')
  app.set('trust proxy', config.trustedProxies)
  app.use(assignRequestId(context))
  app.use(secureByDefault(config), requireHost)
  if (config.roles.includes('api')) {
    const takeSeat = createSeats(config.streams)
    // These routes are registered first, because payers' pages call them most often, and each route before them costs a comparison.
    app.use(serveSecurePayments(http, takeSeat))
    app.use(serveRequests(http))
    app.use(serveSignIn(http))
    app.use(serveTenant(http), serveCaller(http))
    app.use(serveInvitations(http))
    app.use(serveMembers(http), serveApprovals(http), serveReportingCurrency(http))
    app.use(serveAuditLog(http))
    app.use(serveDomains(http))
    app.use(serveBranding(http))
    app.use(servePayments(http, takeSeat))
    app.use(serveUnmatchedPayments(http))
    app.use(servePayouts(http), serveRefunds(http), serveRefundClaims(http))
    app.use(servePayers(http))
    app.use(servePayerRecords(http))
    app.use(serveOfframpCallbacks(http))
    app.use(serveCurrencies(http))
    app.use(serveClientIds(http))
    app.use(serveSessionClientIds(http))
    app.use(serveApiKeys(http))
    app.use(servePayeeDestinations(http))
    app.use(serveSignedDestinations(http))
    app.use(serveWebhooks(http))
    app.use(serveOperator(http))
    app.use(serveV1(http))
  }
  app.use(serveHealth(http, facts.readReadiness))
  if (observe !== null) app.use(observePages(observe))
  if (config.roles.includes('api')) app.use(servePages(http, facts), serveNoPage(config))
  app.use(onUnknownRoute)
  app.use(onError(context))
  return app
}

/** Serves the documentation, the console, the operator's page and the hosted payment page. */
function servePages(http: HttpContext, facts: AppFacts): IRouter {
  const { context } = http
  const { builds, readReadiness } = facts
  const releases = createReleases(context)
  const hasConsole = readConsoleBuild(builds.console) !== null
  const hasGuides = hasGuidesBuild(builds.guides)
  const router = Router()
    .use(serveDocs(context, { hasGuides }))
    .use(serveGuides(context, builds.guides))
    .use(serveErrorPages(), serveTokenList(context), serveRequestLinks(context))
    .use(serveLogos(context))
  if (context.config.offramp?.kind === 'sandbox') router.use(serveSandboxPages(context))
  return router
    .use(serveConsolePage(context, facts, releases))
    .use(serveStartPage(context.config, { hasConsole, hasGuides, readReadiness }))
    .use(serveReceipts(http), serveOffers(http), servePayPage(context, facts, releases))
}

/** All of these operations share one queue for the slow password hash. */
function serveSignIn(http: HttpContext): IRouter {
  const passwords = createPasswords()
  return Router()
    .use(serveAuth(http, passwords))
    .use(serveContact(http, passwords))
    .use(servePasskeys(http))
    .use(serveSecondFactor(http, passwords))
}
