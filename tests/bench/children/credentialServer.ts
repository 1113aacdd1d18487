import { api, type EndpointGroup } from '@secure-payment/core/api'
import express, { type IRouter } from 'express'
import { createSecurePayment } from '../../../host/src/api/securePayments/createSecurePayment.ts'
import { getSecurePayment } from '../../../host/src/api/securePayments/getSecurePayment.ts'
import { BOOTSTRAP_TENANT_ID } from '../../../host/src/auth/bootstrap.ts'
import type { ApiKeyCaller } from '../../../host/src/auth/caller.ts'
import { createCredentials } from '../../../host/src/auth/credentials.ts'
import { createSessions } from '../../../host/src/auth/sessions.ts'
import { loadConfig } from '../../../host/src/config.ts'
import { corsHeaders } from '../../../host/src/http/cors.ts'
import { createIdempotency } from '../../../host/src/http/idempotency.ts'
import { type HttpContext, implement } from '../../../host/src/http/implement.ts'
import { createRateLimit } from '../../../host/src/http/rateLimit.ts'
import { assignRequestId } from '../../../host/src/http/requestId.ts'
import { secureByDefault } from '../../../host/src/http/securityHeaders.ts'
import { startHost } from '../../../host/src/startHost.ts'
import { inject } from '../support/inject.ts'
import type { LoadRequest } from './loadGenerator.ts'
import { readUsage, serveParent } from './serveParent.ts'

/**
 * A complete host on `port`, and two small apps over the same database. `guarded` serves two operations with the contract's access rules.
 * `open` serves the same operations to any caller, without reading a credential or counting a call. `serve` calls one of the two apps
 * without a network, and returns the processor time per call in microseconds.
 */
export type CredentialCalls = {
  port(): number
  usage: typeof readUsage
  serve(app: 'guarded' | 'open', calls: readonly LoadRequest[], count: number): Promise<number>
}

/** Concurrent calls. */
const CONCURRENCY = 32

const host = await startHost(loadConfig(process.env))
const { context } = host
const dashboardOrigins = new Set(context.config.dashboardOrigins)
const http: HttpContext = {
  context,
  auth: {
    credentials: createCredentials(context),
    sessions: createSessions(context),
    now: context.now,
    ownOrigin: context.config.baseUrl,
  },
  dashboardOrigins,
  idempotency: createIdempotency(context),
  rateLimit: createRateLimit(context),
}
const { create, get } = api.securePayments
const anyone = {
  create: { ...create, auth: [] },
  get: { ...get, auth: [] },
} as const satisfies EndpointGroup
const caller: ApiKeyCaller = {
  credential: 'apiKey',
  tenantId: BOOTSTRAP_TENANT_ID,
  keyId: 'bench',
  scopes: [],
}
const apps = {
  guarded: createApp(
    implement(http, { create, get }, { create: createSecurePayment, get: getSecurePayment }),
  ),
  open: createApp(
    implement(http, anyone, {
      create: (own, call) => createSecurePayment(own, { ...call, caller }),
      get: (own, call) => getSecurePayment(own, { ...call, caller }),
    }),
    // Adds the CORS headers that the guarded operations send, because an operation without access rules omits them.
    (request, response, next) => {
      const headers = corsHeaders(get, request.headers, { dashboardOrigins, caller })
      response.setHeaders(new Map(Object.entries(headers)))
      next()
    },
  ),
}

/** Creates an app that runs the host's middleware before the routes. */
function createApp(router: IRouter, ...before: express.RequestHandler[]): express.Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', 'simple')
  app.use(secureByDefault(context.config), assignRequestId(context), ...before)
  app.use(router)
  return app
}

async function serve(
  name: keyof typeof apps,
  calls: readonly LoadRequest[],
  count: number,
): Promise<number> {
  const before = readUsage().cpuUs
  let served = 0
  const work = async () => {
    while (served < count) {
      const call = calls[served % calls.length]
      served += 1
      if (call === undefined) throw new Error('There are no calls.')
      const status = await inject(apps[name], call)
      if (status >= 300) throw new Error(`${call.method} ${call.path} was answered ${status}.`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return (readUsage().cpuUs - before) / count
}

serveParent(
  { port: () => host.port, usage: readUsage, serve } satisfies CredentialCalls,
  async () => {
    await host[Symbol.asyncDispose]()
  },
)
