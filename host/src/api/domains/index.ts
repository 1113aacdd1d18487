import { api } from '@secure-payment/core/api'
import type { IRouter } from 'express'
import { type HttpContext, implement } from '../../http/implement.ts'
import { checkOwnDomain } from './checkOwnDomain.ts'
import { createDomain } from './createDomain.ts'
import { listDomains } from './listDomains.ts'
import { removeDomain } from './removeDomain.ts'

/** Serves the domains that merchants prove to be theirs. */
export function serveDomains(http: HttpContext): IRouter {
  return implement(http, api.domains, {
    list: listDomains,
    create: createDomain,
    check: checkOwnDomain,
    remove: removeDomain,
  })
}
