import {
  createPaymentReference,
  createRequestId,
  createSalt,
  createUlid,
  referenceTopic,
  topicKey,
} from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { clientIdOf } from '../../auth/caller.ts'
import { CallerRefusedError } from '../../auth/errors.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { NewRow } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { keccak256 } from '../../keccak.ts'
import { commitSecurePayment, type SecurePaymentRows } from './commitSecurePayment.ts'
import { type PlannedItem, planItems } from './planItems.ts'
import { securePaymentUrl } from './securePaymentUrl.ts'

type Create = typeof api.securePayments.create
type CreateContext = Pick<Context, 'config' | 'db' | 'now' | 'random'>

const REQUEST_ID_RANDOM_BYTES = 26
const SALT_BYTES = 8
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
      await commitSecurePayment(context, { ...rows, idempotencyKey })
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
  items: readonly PlannedItem[],
): Omit<SecurePaymentRows, 'idempotencyKey'> {
  const now = context.now()
  const createdAt = now.toISOString()
  const facts: RequestFacts = {
    token: createUlid(now.getTime(), context.random(ULID_RANDOM_BYTES)),
    tenantId: caller.tenantId,
    clientId: clientIdOf(caller),
    origin: caller.credential === 'clientId' ? caller.origin : null,
    reference: body.reference ?? null,
    nowMs: now.getTime(),
    createdAt,
    expiresAt: new Date(now.getTime() + context.config.linkLifetimeS * 1_000).toISOString(),
  }
  return {
    securePayment: {
      token: facts.token,
      tenant_id: facts.tenantId,
      client_id: facts.clientId,
      payment_type: items.length === 1 ? 'single' : 'batch',
      network: items[0]?.network.id ?? '',
      status: 'pending',
      reference: facts.reference,
      payer_identifier: body.payerIdentifier ?? null,
      origin: facts.origin,
      created_at: createdAt,
      expires_at: facts.expiresAt,
      completed_at: null,
    },
    requests: items.map((item, index) => buildRequest(context, item, index, facts)),
  }
}

type RequestFacts = {
  token: string
  tenantId: string
  clientId: string | null
  origin: string | null
  reference: string | null
  nowMs: number
  createdAt: string
  expiresAt: string
}

function buildRequest(
  context: Pick<Context, 'random'>,
  item: PlannedItem,
  index: number,
  facts: RequestFacts,
): NewRow<'requests'> {
  const id = createRequestId(facts.nowMs, context.random(REQUEST_ID_RANDOM_BYTES))
  const salt = createSalt(context.random(SALT_BYTES))
  const reference = createPaymentReference(id, salt, item.payee, keccak256)
  return {
    id,
    tenant_id: facts.tenantId,
    client_id: facts.clientId,
    secure_payment_token: facts.token,
    item_index: index,
    kind: 'direct',
    network: item.network.id,
    payee: item.payee,
    token_address: item.token,
    destination_id: item.destinationId,
    invoice_currency: item.invoiceCurrency,
    payment_currency: item.paymentCurrency,
    amount: item.amount,
    expected_units: String(item.amountUnits),
    paid_units: '0',
    fee_percentage: item.fee?.percentage ?? null,
    fee_units: String(item.fee?.units ?? 0n),
    fee_address: item.fee?.address ?? null,
    salt,
    payment_reference: reference,
    reference_key: topicKey(referenceTopic(reference, keccak256)),
    reference: facts.reference,
    customer_info: null,
    payer: null,
    status: 'created',
    has_been_paid: 0,
    paid_late: 0,
    tx_hash: null,
    event_sequence: 0,
    origin: facts.origin,
    created_at: facts.createdAt,
    updated_at: facts.createdAt,
    expires_at: facts.expiresAt,
  }
}
