import { createServer } from 'node:http'
import { api, type EndpointGroup } from '@secure-payment/core/api'
import express, { type IRouter } from 'express'
import { createSecurePayment } from '../../../host/src/api/securePayments/createSecurePayment.ts'
import { getSecurePayment } from '../../../host/src/api/securePayments/getSecurePayment.ts'
import { BOOTSTRAP_TENANT_ID } from '../../../host/src/auth/bootstrap.ts'
import type { ApiKeyCaller } from '../../../host/src/auth/caller.ts'
import { createCredentials } from '../../../host/src/auth/credentials.ts'
import { createSessions } from '../../../host/src/auth/sessions.ts'
import { loadConfig } from '../../../host/src/config.ts'
import { createIdempotency } from '../../../host/src/http/idempotency.ts'
import { type HttpContext, implement } from '../../../host/src/http/implement.ts'
import { createRateLimit } from '../../../host/src/http/rateLimit.ts'
import { assignRequestId } from '../../../host/src/http/requestId.ts'
import { startHost } from '../../../host/src/startHost.ts'
import { listen } from '../support/listen.ts'
import { readUsage, serveParent } from './serveParent.ts'

/**
 * One host with three ports: `port` is the host's own. `guarded` and `open` are the same small app over the same database with the
 * same two operations, once as the contract states them and once as if anyone may call: no credential is read and nothing counted.
 */
export type CredentialCalls = {
  port(): number
  guarded(): number
  open(): number
  usage: typeof readUsage
}

const host = await startHost(loadConfig(process.env))
const { context } = host
const http: HttpContext = {
  context,
  auth: {
    credentials: createCredentials(context),
    sessions: createSessions(context),
    now: context.now,
    ownOrigin: context.config.baseUrl,
  },
  dashboardOrigins: new Set(context.config.dashboardOrigins),
  idempotency: createIdempotency(context),
  rateLimit: createRateLimit(context),
}
const { create, get } = api.securePayments
const caller: ApiKeyCaller = { credential: 'apiKey', tenantId: BOOTSTRAP_TENANT_ID, keyId: 'bench' }
const guarded = createServer(
  appOf(implement(http, { create, get }, { create: createSecurePayment, get: getSecurePayment })),
)
const anyone = {
  create: { ...create, auth: [] },
  get: { ...get, auth: [] },
} as const satisfies EndpointGroup
const open = createServer(
  appOf(
    implement(http, anyone, {
      create: (own, call) => createSecurePayment(own, { ...call, caller }),
      get: (own, call) => getSecurePayment(own, { ...call, caller }),
    }),
  ),
)

/** What a host's app does before its routes. */
function appOf(router: IRouter): express.Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', 'simple')
  app.use(assignRequestId(context))
  app.use(router)
  return app
}

const ports = { guarded: await listen(guarded), open: await listen(open) }
serveParent(
  {
    port: () => host.port,
    guarded: () => ports.guarded,
    open: () => ports.open,
    usage: readUsage,
  } satisfies CredentialCalls,
  async () => {
    guarded.close()
    open.close()
    await host[Symbol.asyncDispose]()
  },
)
