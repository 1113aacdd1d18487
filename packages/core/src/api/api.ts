import { apiKeys } from './apiKeys.ts'
import { approvals } from './approvals.ts'
import { auditLog } from './auditLog.ts'
import { auth } from './auth.ts'
import { branding } from './branding.ts'
import { caller } from './caller.ts'
import { clientIds } from './clientIds.ts'
import { contact } from './contact.ts'
import { currencies } from './currencies.ts'
import { domains } from './domains.ts'
import type { EndpointGroup } from './endpoint.ts'
import { health } from './health.ts'
import { invitations } from './invitations.ts'
import { members } from './members.ts'
import { offrampCallbacks } from './offrampCallbacks.ts'
import { operator } from './operator.ts'
import { passkeys } from './passkeys.ts'
import { payeeDestinations } from './payeeDestinations.ts'
import { payerRecords } from './payerRecords.ts'
import { payers } from './payers.ts'
import { payments } from './payments.ts'
import { payouts } from './payouts.ts'
import { refundClaims } from './refundClaims.ts'
import { refunds } from './refunds.ts'
import { reportingCurrency } from './reportingCurrency.ts'
import { requests } from './requests.ts'
import { secondFactor } from './secondFactor.ts'
import { securePayments } from './securePayments.ts'
import { sessionClientIds } from './sessionClientIds.ts'
import { signedDestinations } from './signedDestinations.ts'
import { tenant } from './tenant.ts'
import { unmatchedPayments } from './unmatchedPayments.ts'
import { v1 } from './v1.ts'
import { webhooks } from './webhooks.ts'

/** The whole HTTP contract: groups of operations. */
export const api = {
  securePayments,
  requests,
  payments,
  unmatchedPayments,
  payouts,
  refunds,
  refundClaims,
  payers,
  payerRecords,
  offrampCallbacks,
  currencies,
  clientIds,
  auth,
  contact,
  passkeys,
  secondFactor,
  tenant,
  caller,
  auditLog,
  invitations,
  members,
  approvals,
  reportingCurrency,
  domains,
  branding,
  apiKeys,
  sessionClientIds,
  payeeDestinations,
  signedDestinations,
  webhooks,
  operator,
  v1,
  health,
} satisfies {
  readonly [group: string]: EndpointGroup
}

/** The type of the HTTP contract, for code that derives types from it without loading the schemas. */
export type Api = typeof api
