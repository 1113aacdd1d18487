import { createUlid } from '@secure-payment/core'
import type { AccessPolicyInput, FeePlanAnswer } from '@secure-payment/core/api'
import { type AccessPolicy, combinePolicies, readAccessPolicy } from '../access/accessPolicy.ts'
import { readRedirect } from '../access/readRedirect.ts'
import { type Caller, creatorOf } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import type { IdempotencyClaim } from '../http/idempotency.ts'
import { nonEmpty } from '../nonEmpty.ts'
import { buildOptionRows } from './buildOptionRows.ts'
import { buildRequestRow } from './buildRequestRow.ts'
import { commitCreated } from './commitCreated.ts'
import { commitPayout } from './commitPayout.ts'
import type { CreatedRows } from './commitRequests.ts'
import { findDestinationPolicies } from './destinationPolicies.ts'
import { writeFeePlan } from './feePlan.ts'
import type { PlannedRequest } from './planRequest.ts'
import { readExpiry } from './readExpiry.ts'
import { securePaymentUrl } from './securePaymentUrl.ts'

/** A secure payment to be stored: its items in order, and its descriptive members. */
export type NewSecurePayment = {
  items: readonly NewItem[]
  flow: Row<'secure_payments'>['flow']
  reference: string | null
  payerIdentifier: string | null
  /** The EIP-55 address of the wallet that created a payout link. */
  creatorWallet: string | null
  options: {
    redirectUrl?: string | undefined
    redirectLabel?: string | undefined
    accessPolicy?: AccessPolicyInput | undefined
    expiresAt?: string | undefined
    isReusable?: boolean | undefined
  }
  /** The payment's fees in US dollars; null without a fee, or if they are unknown. */
  feePlan: FeePlanAnswer | null
}

/** An item to pay. */
export type NewItem = {
  planned: PlannedRequest
  /** The merchant's reference for this item's request. */
  reference: string | null
  recipientIdentifier: string | null
  /** The customer and the order, as JSON of `CustomerInfo` and `Order`. */
  customerInfo?: string | null
  order?: string | null
}

/** The response to a call that creates a secure payment. */
export type CreatedSecurePayment = {
  /** The stored requests, in the order of the items. */
  requestIds: string[]
  securePaymentUrl: string
  token: string
  feePlan: FeePlanAnswer | null
}

const ULID_RANDOM_BYTES = 10
const CREATED = 201

/**
 * Stores a secure payment with one request per item, and returns once they are durable. `describe` builds the
 * call's response, which is stored with its idempotency key. A payout link may need a second member's approval.
 */
export async function storeSecurePayment<A>(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random' | 'prices' | 'rates'>,
  call: { caller: Caller; idempotency: IdempotencyClaim | null },
  payment: NewSecurePayment,
  describe: (created: CreatedSecurePayment, approvalId: string | null) => A,
): Promise<A> {
  const redirect = await readRedirect(context, payment.options, call.caller)
  const access = await readAccess(context, call.caller, payment)
  const build = async (approvalId: string | null) => {
    const rows = buildRows(context, call.caller, { ...payment, redirect, access })
    const created = {
      requestIds: rows.requests.map((request) => request.id),
      securePaymentUrl: securePaymentUrl(context.config, rows.securePayment.token),
      token: rows.securePayment.token,
      feePlan: payment.feePlan,
    }
    const answer = describe(created, approvalId)
    const idempotencyKey = call.idempotency?.row(CREATED, answer) ?? null
    return { rows: { ...rows, idempotencyKey }, answer }
  }
  if (payment.flow === 'get_paid') return commitCreated(context, () => build(null))
  const items = payment.items.map(({ planned }) => planned)
  return commitPayout(context, { caller: call.caller, kind: 'payout_link', items }, build)
}

/** Combines the payment's own policy with those of the payee destinations that it names; null if nothing limits the payment. */
async function readAccess(
  context: Pick<Context, 'config' | 'db'>,
  caller: Caller,
  { items, flow, options }: NewSecurePayment,
): Promise<AccessPolicy | null> {
  const planned = items.map((item) => item.planned)
  const named = await findDestinationPolicies(context, caller, planned, {
    isReceived: flow === 'get_paid',
  })
  const { network } = nonEmpty(planned)[0]
  return combinePolicies([
    ...named.map(({ policy, index }) => ({
      policy,
      field: flow === 'pay' ? 'recipient' : `requests[${index}].${fieldOf(planned[index])}`,
    })),
    {
      policy: readAccessPolicy(options.accessPolicy, network, context.config.screening),
      field: 'accessPolicy.allowedPayerAddresses',
    },
  ])
}

/** Returns the member with which a call names a destination. */
function fieldOf(planned: PlannedRequest | undefined): 'destinationId' | 'payee' {
  return planned?.destinationId === null ? 'payee' : 'destinationId'
}

type Redirect = Awaited<ReturnType<typeof readRedirect>>

function buildRows(
  context: Pick<Context, 'config' | 'now' | 'random'>,
  caller: Caller,
  {
    items,
    redirect,
    access,
    ...payment
  }: NewSecurePayment & { redirect: Redirect; access: AccessPolicy | null },
) {
  const now = context.now()
  const { network } = nonEmpty(items)[0].planned
  const token = createUlid(now.getTime(), context.random(ULID_RANDOM_BYTES))
  const { linkLifetimeS: lifetimeS } = context.config
  const expiresAt = readExpiry(payment.options.expiresAt, { now, lifetimeS })
  const facts = { ...creatorOf(caller), now }
  const isReusable = payment.options.isReusable === true
  const requests = items.map(({ planned, ...item }, itemIndex) =>
    buildRequestRow(context, planned, {
      ...facts,
      ...item,
      isPayout: payment.flow === 'pay',
      isTerms: isReusable,
      securePayment: { token, itemIndex, expiresAt },
    }),
  )
  const options = items.flatMap(({ planned }, index) => {
    const request = requests[index]
    return request === undefined ? [] : buildOptionRows(context, planned.options, request)
  })
  return {
    securePayment: {
      token,
      tenant_id: facts.tenantId,
      client_id: facts.clientId,
      payment_type: items.length === 1 ? 'single' : 'batch',
      network,
      status: 'pending',
      reference: payment.reference,
      payer_identifier: payment.payerIdentifier,
      origin: facts.origin,
      created_at: now.toISOString(),
      expires_at: expiresAt,
      completed_at: null,
      flow: payment.flow,
      creator_wallet: payment.creatorWallet,
      ...redirect,
      access_policy: access && JSON.stringify(access),
      is_reusable: isReusable ? 1 : 0,
      fee_plan: writeFeePlan(payment.feePlan),
    },
    requests,
    options,
  } satisfies Omit<CreatedRows, 'idempotencyKey'>
}
