import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { createApiKey } from './createApiKey.ts'
import { listApiKeys } from './listApiKeys.ts'
import { removeApiKey } from './removeApiKey.ts'
import { updateApiKey } from './updateApiKey.ts'

/** Serves a tenant's API keys to the person who is signed in. */
export function serveApiKeys(http: HttpContext): IRouter {
  return implement(http, api.apiKeys, {
    create: createApiKey,
    list: listApiKeys,
    update: updateApiKey,
    remove: removeApiKey,
  })
}
