import { clientIds } from './clientIds.ts'
import { currencies } from './currencies.ts'
import type { EndpointGroup } from './endpoint.ts'
import { health } from './health.ts'
import { requests } from './requests.ts'
import { securePayments } from './securePayments.ts'
import { webhooks } from './webhooks.ts'

/** The whole HTTP contract: groups of operations. */
export const api = { securePayments, requests, currencies, clientIds, webhooks, health } satisfies {
  readonly [group: string]: EndpointGroup
}

/** Type of the contract, for code that derives from it without loading it. */
export type Api = typeof api
