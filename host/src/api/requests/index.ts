import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { onReplica } from '../../replica/onReplica.ts'
import { createRequest } from '../../requests/createRequest.ts'
import { cancelRequest } from './cancelRequest.ts'
import { createRequestQuote } from './createRequestQuote.ts'
import { exportRequests } from './exportRequests.ts'
import { getRequest } from './getRequest.ts'
import { getRequestStatus } from './getRequestStatus.ts'
import { listRequests } from './listRequests.ts'
import { payRequest } from './payRequest.ts'
import { requestRoutes } from './requestRoutes.ts'
import { updateRequest } from './updateRequest.ts'

/** Serves requests. */
export function serveRequests(http: HttpContext): IRouter {
  return implement(http, api.requests, {
    create: (context, { body, caller, idempotency }) =>
      createRequest(context, { body, caller, idempotency, prices: context.prices }),
    list: onReplica(listRequests),
    export: onReplica(exportRequests),
    update: updateRequest,
    routes: requestRoutes,
    pay: payRequest,
    quote: createRequestQuote,
    cancel: cancelRequest,
    get: getRequest,
    status: getRequestStatus,
  })
}
