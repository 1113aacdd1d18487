import { api } from '@secure-payment/core/api'
import { type HttpContext, implement } from '../../http/implement.ts'
import type { HttpRouter } from '../../serving/createRouter.ts'
import { checkOwnDomain } from './checkOwnDomain.ts'
import { createDomain } from './createDomain.ts'
import { listDomains } from './listDomains.ts'
import { removeDomain } from './removeDomain.ts'

/** Serves the domains that merchants prove to be theirs. */
export function serveDomains(http: HttpContext): HttpRouter {
  return implement(http, api.domains, {
    list: listDomains,
    create: createDomain,
    check: checkOwnDomain,
    remove: removeDomain,
  })
}
