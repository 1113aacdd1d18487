import { createUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { clientIdOf } from '../../auth/caller.ts'
import { CallerRefusedError } from '../../auth/errors.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Call } from '../../http/implement.ts'
import { buildRequestRow } from '../../requests/buildRequestRow.ts'
import { type CreatedRows, commitRequests } from '../../requests/commitRequests.ts'
import type { PlannedRequest } from '../../requests/planRequest.ts'
import { planItems } from './planItems.ts'
import { securePaymentUrl } from './securePaymentUrl.ts'

type Create = typeof api.securePayments.create
type CreateContext = Pick<Context, 'config' | 'db' | 'now' | 'random'>

const ULID_RANDOM_BYTES = 10
/** Tries with new ids after a clash of references, which by chance does not happen. */
const MAX_TRIES = 3
const CREATED = 201

/** Creates a secure payment with one request an item, and answers once they are durable. */
export async function createSecurePayment(
  context: CreateContext,
  call: Call<Create>,
): Promise<Output<Create>> {
  const { caller } = call
  if (caller.credential === 'clientId' && caller.isFirstParty) {
    throw new CallerRefusedError('client_id_restricted')
  }
  const items = planItems(context.config, call.body, caller)
  for (let tried = 1; ; tried += 1) {
    const rows = buildRows(context, call, items)
    const answer = {
      requestIds: rows.requests.map((request) => request.id),
      securePaymentUrl: securePaymentUrl(context.config, rows.securePayment.token),
      token: rows.securePayment.token,
    }
    const idempotencyKey = call.idempotency?.row(CREATED, answer) ?? null
    try {
      await commitRequests(context, { ...rows, idempotencyKey })
      return answer
    } catch (error) {
      // The clash may also be the idempotency key's: then the last error leads to the answer that was stored first.
      if (!isUniqueViolation(error) || tried >= MAX_TRIES) throw error
    }
  }
}

function buildRows(
  context: CreateContext,
  { caller, body }: Call<Create>,
  items: readonly PlannedRequest[],
) {
  const now = context.now()
  const token = createUlid(now.getTime(), context.random(ULID_RANDOM_BYTES))
  const expiresAt = new Date(now.getTime() + context.config.linkLifetimeS * 1_000).toISOString()
  const facts = {
    tenantId: caller.tenantId,
    clientId: clientIdOf(caller),
    origin: caller.credential === 'clientId' ? caller.origin : null,
    reference: body.reference ?? null,
    now,
  }
  return {
    securePayment: {
      token,
      tenant_id: facts.tenantId,
      client_id: facts.clientId,
      payment_type: items.length === 1 ? 'single' : 'batch',
      network: items[0]?.network ?? '',
      status: 'pending',
      reference: facts.reference,
      payer_identifier: body.payerIdentifier ?? null,
      origin: facts.origin,
      created_at: now.toISOString(),
      expires_at: expiresAt,
      completed_at: null,
    },
    requests: items.map((item, itemIndex) =>
      buildRequestRow(context, item, { ...facts, securePayment: { token, itemIndex, expiresAt } }),
    ),
  } satisfies Omit<CreatedRows, 'idempotencyKey'>
}
