import type { Api } from './api.ts'
import type { EndpointDefinition } from './endpoint.ts'

/**
 * Host, method and path of every operation: all that the client needs of the definitions at run time, without loading
 * zod. The type derives each string from its definition, so a route that differs, lacks or is too many does not compile.
 */
export const routes: Routes = {
  securePayments: {
    create: 'api POST /v2/secure-payments',
    get: 'api GET /v2/secure-payments/{token}',
    pay: 'api GET /v2/secure-payments/{token}/pay',
    intent: 'api POST /v2/secure-payments/{token}/intent',
    createAttempt: 'api POST /v2/secure-payments/{token}/attempts',
    updateAttempt: 'api PATCH /v2/secure-payments/{token}/attempts/{attemptId}',
    deleteAttempt: 'api DELETE /v2/secure-payments/{token}/attempts/{attemptId}',
  },
  requests: {
    get: 'api GET /v2/request/{requestId}',
    status: 'api GET /v2/request/{requestId}/status',
  },
  currencies: { list: 'api GET /v2/currencies' },
  clientIds: {
    create: 'api POST /v2/client-ids',
    list: 'api GET /v2/client-ids',
    get: 'api GET /v2/client-ids/{id}',
  },
  webhooks: {
    create: 'auth POST /v1/webhook',
    list: 'auth GET /v1/webhook',
    remove: 'auth DELETE /v1/webhook/{webhookId}',
    deliveries: 'auth GET /v1/webhook/{webhookId}/deliveries',
  },
  health: { livez: 'api GET /livez', readyz: 'api GET /readyz' },
}

type Routes = { readonly [G in keyof Api]: { readonly [O in keyof Api[G]]: RouteOf<Api[G][O]> } }

type RouteOf<E> = E extends EndpointDefinition ? `${E['host']} ${E['method']} ${E['path']}` : never
