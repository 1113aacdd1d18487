import { createServer } from 'node:http'
import { api } from '@secure-payment/core/api'
import express from 'express'
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

/** The host's own HTTP layer (key check, body, validation, response) in front of an action that does no work. */
export type StubCalls = { port(): number; usage: typeof readUsage }

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
const { create } = api.securePayments
const answer = {
  requestIds: [`01${'0'.repeat(64)}`],
  securePaymentUrl: `http://localhost:8080/?token=${'0'.repeat(26)}`,
  token: '0'.repeat(26),
  feePlan: null,
}
const app = express()
app.disable('x-powered-by')
app.set('etag', false)
app.set('query parser', 'simple')
app.use(assignRequestId(context))
app.use(implement(http, { create }, { create: async () => answer }))
const server = createServer(app)
const port = await listen(server)
serveParent({ port: () => port, usage: readUsage } satisfies StubCalls, async () => {
  server.closeAllConnections()
  server.close()
  await host[Symbol.asyncDispose]()
})
