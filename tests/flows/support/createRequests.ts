import {
  createPaymentReference,
  createRequestId,
  createSalt,
  createUlid,
  referenceTopic,
  topicKey,
} from '@secure-payment/core'
import {
  findCurrencyByToken,
  getCurrency,
  type ResolvedCurrency,
} from '@secure-payment/core/catalogue'
import { requireConversionPath } from '@secure-payment/core/conversion'
import type { Network } from '@secure-payment/core/networks'
import type { Context } from '../../../host/src/context.ts'
import type { Row } from '../../../host/src/db/schema.ts'
import { PLAIN_REQUEST } from '../../support/plainRequest.ts'

/**
 * The terms of a request. Amounts are in base units of its token (`null`: the native coin), or of its invoice currency (fiat: 8 decimals).
 */
export type Wanted = {
  payee: string
  token: string | null
  units: bigint
  fee?: { units: bigint; address: string }
  /** The id of an invoice currency other than the token's currency. */
  invoice?: string
  maxRateAgeS?: number
  /** The request is quoted: at par or at the market's price. */
  pricing?: 'par' | 'market'
}

export const TENANT_ID = '01TESTTENANT00000000000000'
const LIFETIME_MS = 3_600_000

/** Adds the tenant of a test's requests and endpoints. */
export async function createTenant(
  context: Pick<Context, 'db' | 'now'>,
  id: string = TENANT_ID,
): Promise<void> {
  await context.db.kysely
    .insertInto('tenants')
    .values({ id, name: 'Tests', created_at: context.now().toISOString() })
    .execute()
}

/** Adds an endpoint, which by default receives all of the tenant's events; ids sort in the order of creation. */
export async function createEndpoint(
  context: Pick<Context, 'db' | 'now' | 'random' | 'sealer'>,
  endpoint: {
    url: string
    secret: string
    clientId?: string
    events?: readonly string[]
    aliases?: readonly string[]
    tenantId?: string
  },
): Promise<string> {
  const id = createUlid(context.now().getTime(), context.random(10))
  await context.db.kysely
    .insertInto('webhook_endpoints')
    .values({
      id,
      tenant_id: endpoint.tenantId ?? TENANT_ID,
      client_id: endpoint.clientId ?? null,
      url: endpoint.url,
      secret: context.sealer.seal('webhook_secret', endpoint.secret),
      is_active: 1,
      events: endpoint.events === undefined ? null : JSON.stringify(endpoint.events),
      signature_header_aliases:
        endpoint.aliases === undefined ? null : JSON.stringify(endpoint.aliases),
      created_at: context.now().toISOString(),
    })
    .execute()
  return id
}

/**
 * Stores a secure payment with its requests as the API does, but directly in the tables. These tests cover detection, and a simulated world
 * has no HTTP.
 */
export async function createRequests(
  context: Pick<Context, 'db' | 'now' | 'random'>,
  network: Network,
  wanted: readonly Wanted[],
  options: { expiresAt?: Date; clientId?: string } = {},
): Promise<Row<'requests'>[]> {
  const nowMs = context.now().getTime()
  const token = createUlid(nowMs, context.random(10))
  const createdAt = context.now().toISOString()
  const expiresAt = (options.expiresAt ?? new Date(nowMs + LIFETIME_MS)).toISOString()
  const rows = wanted.map((item, index): Row<'requests'> => {
    const id = createRequestId(nowMs, context.random(26))
    const salt = createSalt(context.random(8))
    const reference = createPaymentReference(id, salt, item.payee)
    const currency = findCurrencyByToken(network, item.token)
    if (currency === undefined) throw new Error(`${network.id} has no token ${item.token}`)
    return {
      id,
      tenant_id: TENANT_ID,
      client_id: options.clientId ?? null,
      address_digest: null,
      approval_id: null,
      is_terms: 0,
      is_unpaid_copy: 0,
      link_token: null,
      secure_payment_token: token,
      item_index: index,
      kind: kindOf(item),
      network: network.id,
      payee: item.payee,
      token_address: item.token,
      destination_id: null,
      invoice_currency: item.invoice ?? currency.currency.id,
      payment_currency: currency.currency.id,
      amount: '0',
      expected_units: item.units.toString(),
      paid_units: '0',
      fee_percentage: null,
      fee_units: (item.fee?.units ?? 0n).toString(),
      fee_address: item.fee?.address ?? null,
      fee_bearer: 'payer',
      fee_is_rounded: 0,
      salt,
      payment_reference: reference,
      reference_key: topicKey(referenceTopic(reference)),
      reference: 'order-1',
      customer_info: JSON.stringify({ email: 'ana@example.test' }),
      order_details: null,
      cancelled_at: null,
      payer: null,
      status: 'created',
      has_been_paid: 0,
      paid_late: 0,
      tx_hash: null,
      event_sequence: 0,
      origin: null,
      created_at: createdAt,
      updated_at: createdAt,
      expires_at: expiresAt,
      ...PLAIN_REQUEST,
      conversion_path: findPath(network, item, currency),
      max_rate_age_s: item.maxRateAgeS ?? null,
    }
  })
  await context.db.transaction(async (tx) => {
    await tx
      .insertInto('secure_payments')
      .values({
        token,
        tenant_id: TENANT_ID,
        client_id: options.clientId ?? null,
        payment_type: wanted.length === 1 ? 'single' : 'batch',
        network: network.id,
        status: 'pending',
        reference: null,
        payer_identifier: null,
        origin: null,
        created_at: createdAt,
        expires_at: expiresAt,
        completed_at: null,
      })
      .execute()
    await tx.insertInto('requests').values(rows).execute()
  })
  return rows
}

function kindOf({ invoice, pricing }: Wanted): Row<'requests'>['kind'] {
  if (invoice === undefined) return 'direct'
  if (pricing === undefined) return 'conversion'
  return pricing === 'par' ? 'par' : 'quoted'
}

function findPath(
  network: Network,
  { invoice, pricing }: Wanted,
  { currency }: ResolvedCurrency,
): string | null {
  if (invoice === undefined || pricing !== undefined) return null
  return JSON.stringify(requireConversionPath(network, getCurrency(invoice).currency, currency))
}
