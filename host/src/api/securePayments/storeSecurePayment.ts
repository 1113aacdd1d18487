import { createUlid } from '@secure-payment/core'
import type { AccessPolicyInput } from '@secure-payment/core/api'
import { readAccessPolicy } from '../../access/accessPolicy.ts'
import { readRedirect } from '../../access/readRedirect.ts'
import { addressDigestOf, type Caller, clientIdOf } from '../../auth/caller.ts'
import { CallerRefusedError } from '../../auth/errors.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { IdempotencyClaim } from '../../http/idempotency.ts'
import { buildRequestRow } from '../../requests/buildRequestRow.ts'
import { commitCreated } from '../../requests/commitCreated.ts'
import type { CreatedRows } from '../../requests/commitRequests.ts'
import type { PlannedRequest } from '../../requests/planRequest.ts'
import { securePaymentUrl } from './securePaymentUrl.ts'

/** A secure payment to be stored: its items in order, and its descriptive members. */
export type NewSecurePayment = {
  items: readonly NewItem[]
  flow: Row<'secure_payments'>['flow']
  reference: string | null
  payerIdentifier: string | null
  /** EIP-55; wallet that made a payout link. */
  creatorWallet: string | null
  options: {
    redirectUrl?: string | undefined
    redirectLabel?: string | undefined
    accessPolicy?: AccessPolicyInput | undefined
  }
}

/** One thing to pay. */
export type NewItem = {
  planned: PlannedRequest
  /** The merchant's own, of this item's request. */
  reference: string | null
  recipientIdentifier: string | null
}

/** The response of a create. */
export type CreatedSecurePayment = {
  /** In the order of the items. */
  requestIds: string[]
  securePaymentUrl: string
  token: string
}

const ULID_RANDOM_BYTES = 10
const CREATED = 201

/**
 * Refuses the hosted page's own client ID: it may read any token and create nothing.
 *
 * @throws CallerRefusedError
 */
export function refuseHostedPage(caller: Caller): void {
  if (caller.credential === 'clientId' && caller.isFirstParty) {
    throw new CallerRefusedError('client_id_restricted')
  }
}

/**
 * Stores a secure payment with one request per item, and returns once they are durable. `describe` builds the response
 * of the call, which is stored with its idempotency key.
 */
export async function storeSecurePayment<A>(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  call: { caller: Caller; idempotency: IdempotencyClaim | null },
  payment: NewSecurePayment,
  describe: (created: CreatedSecurePayment) => A,
): Promise<A> {
  const redirect = await readRedirect(context, payment.options, call.caller)
  return commitCreated(context, async () => {
    const rows = buildRows(context, call.caller, { ...payment, redirect })
    const answer = describe({
      requestIds: rows.requests.map((request) => request.id),
      securePaymentUrl: securePaymentUrl(context.config, rows.securePayment.token),
      token: rows.securePayment.token,
    })
    const idempotencyKey = call.idempotency?.row(CREATED, answer) ?? null
    return { rows: { ...rows, idempotencyKey }, answer }
  })
}

type Redirect = Awaited<ReturnType<typeof readRedirect>>

function buildRows(
  context: Pick<Context, 'config' | 'now' | 'random'>,
  caller: Caller,
  { items, redirect, ...payment }: NewSecurePayment & { redirect: Redirect },
) {
  const now = context.now()
  const network = items[0]?.planned.network ?? ''
  const access = readAccessPolicy(payment.options.accessPolicy, network)
  const token = createUlid(now.getTime(), context.random(ULID_RANDOM_BYTES))
  const expiresAt = new Date(now.getTime() + context.config.linkLifetimeS * 1_000).toISOString()
  const facts = {
    tenantId: caller.tenantId,
    clientId: clientIdOf(caller),
    origin: caller.credential === 'clientId' ? caller.origin : null,
    addressDigest: addressDigestOf(caller),
    now,
  }
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
    },
    requests: items.map(({ planned, reference, recipientIdentifier }, itemIndex) =>
      buildRequestRow(context, planned, {
        ...facts,
        reference,
        recipientIdentifier,
        securePayment: { token, itemIndex, expiresAt },
      }),
    ),
  } satisfies Omit<CreatedRows, 'idempotencyKey'>
}
