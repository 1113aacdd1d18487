import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { getRequest } from './getRequest.ts'
import { getRequestStatus } from './getRequestStatus.ts'

/** Serves requests. */
export function serveRequests(http: HttpContext): IRouter {
  return implement(http, api.requests, { get: getRequest, status: getRequestStatus })
}
