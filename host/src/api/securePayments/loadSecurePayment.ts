import { isUlid, withoutMarks } from '@secure-payment/core'
import { sql } from 'kysely'
import { type AccessPolicy, parseAccessPolicy } from '../../access/accessPolicy.ts'
import type { Caller } from '../../auth/caller.ts'
import { type StoredBranding, selectBranding } from '../../branding/branding.ts'
import type { Context } from '../../context.ts'
import { preparedRead, TEXT } from '../../db/preparedRead.ts'
import type { Row } from '../../db/schema.ts'
import { verifiedDomainOf } from '../../domains/verifiedDomain.ts'
import { type Planned, withPlan } from '../../requests/requestPlan.ts'
import { SecurePaymentNotFoundError } from './errors.ts'
import { readShownRates } from './readShownRates.ts'

/** A secure payment with everything that belongs to it, as stored. */
export type StoredSecurePayment = {
  securePayment: Pick<Row<'secure_payments'>, (typeof PAYMENT_COLUMNS)[number]>
  merchantName: string | null
  /** A domain that the merchant proved; null = the merchant is unverified. */
  verifiedDomain: string | null
  /** How the merchant's pages look; null: plain. */
  branding: StoredBranding | null
  /** Null: any wallet may pay, and the payee is shown to all. */
  access: AccessPolicy | null
  /** The merchant's own server reads it, and receives everything. */
  isMerchant: boolean
  /** In the order of the items. */
  requests: readonly StoredItem[]
  /** Confirmed payments, oldest first. */
  payments: readonly Row<'payments'>[]
  /** Seen on chain, not yet deep enough to count. */
  pending: readonly Row<'pending_payments'>[]
  /** The newest block that the watcher has read; null before its first read. */
  headNumber: bigint | null
  /**
   * The present conversion rate of each request, aligned with `requests`; null for a direct or paid one, or when
   * unknown.
   */
  rates: readonly (bigint | null)[]
  lastAttempt: Row<'attempts'> | null
  /** Those that wait for the signers of a Safe, or did. */
  safeAttempts: readonly Row<'attempts'>[]
  /** Transactions on other networks that were reported for it, oldest first. */
  transfers: readonly StoredTransfer[]
}

const TRANSFER_COLUMNS = [
  'request_id',
  'tx_hash',
  'currency',
  'source_network',
  'source_units',
  'promised_units',
  'status',
  'settled_tx_hash',
  'explorer_url',
] as const

/** A payment from another network. */
export type StoredTransfer = Pick<Row<'intents'>, (typeof TRANSFER_COLUMNS)[number]>

const PAYMENT_COLUMNS = [
  'token',
  'tenant_id',
  'payment_type',
  'flow',
  'network',
  'status',
  'reference',
  'created_at',
  'expires_at',
  'completed_at',
  'client_id',
  'origin',
  'redirect_url',
  'redirect_label',
  'access_policy',
] as const

/** The columns of a request that a payment page and its calldata need. */
const ITEM_COLUMNS = [
  'id',
  'kind',
  'network',
  'payee',
  'token_address',
  'destination_id',
  'invoice_currency',
  'payment_currency',
  'expected_units',
  'paid_units',
  'fee_percentage',
  'fee_units',
  'fee_address',
  'payment_reference',
  'conversion_path',
  'max_rate_age_s',
  'status',
] as const

/** One request of a secure payment. */
export type StoredItem = Planned<Pick<Row<'requests'>, (typeof ITEM_COLUMNS)[number]>>

/** One statement also returns whether there is more to load: most payments are read before a payer begins to pay. */
const selectSecurePayment = preparedRead((kysely) =>
  kysely
    .selectFrom('secure_payments as payment')
    .innerJoin('tenants', 'tenants.id', 'payment.tenant_id')
    .select(PAYMENT_COLUMNS.map((column) => `payment.${column}` as const))
    .select([
      'tenants.name as merchant_name',
      verifiedDomainOf('payment').as('verified_domain'),
      // A client ID's own branding precedes the tenant's, whose client ID is empty.
      sql<string | null>`(select id from brandings where tenant_id = payment.tenant_id
        and client_id in ('', coalesce(payment.client_id, '')) order by client_id desc limit 1)`.as(
        'branding_id',
      ),
      sql<
        1 | 2 | null
      >`(select max(case when safe_tx_hash is null then 1 else 2 end) from attempts where token = payment.token)`.as(
        'has_attempt',
      ),
      sql<
        1 | null
      >`(select 1 from intents where token = payment.token and status is not null limit 1)`.as(
        'has_transfer',
      ),
      sql<1 | null>`(select 1 from pending_payments as pending
        join requests on requests.id = pending.request_id
        where requests.secure_payment_token = payment.token limit 1)`.as('has_pending'),
      sql<
        number | bigint | null
      >`(select head_number from chain_cursors as head where head.network = payment.network)`.as(
        'head_number',
      ),
    ])
    .where('payment.token', '=', TEXT)
    .compile(),
)
const selectRequests = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .select(ITEM_COLUMNS)
    .where('secure_payment_token', '=', TEXT)
    .orderBy('item_index')
    .compile(),
)
const selectPayments = preparedRead((kysely) =>
  kysely
    .selectFrom('payments')
    .innerJoin('requests', 'requests.id', 'payments.request_id')
    .selectAll('payments')
    .where('requests.secure_payment_token', '=', TEXT)
    .orderBy('payments.block_number')
    .orderBy('payments.log_index')
    .compile(),
)
const selectPending = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .innerJoin('pending_payments', 'pending_payments.request_id', 'requests.id')
    .selectAll('pending_payments')
    .where('requests.secure_payment_token', '=', TEXT)
    .compile(),
)
const selectLastAttempt = preparedRead((kysely) =>
  kysely
    .selectFrom('attempts')
    .selectAll()
    .where('token', '=', TEXT)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .compile(),
)
const selectSafeAttempts = preparedRead((kysely) =>
  kysely
    .selectFrom('attempts')
    .selectAll()
    .where('token', '=', TEXT)
    .where('safe_tx_hash', 'is not', null)
    .orderBy('created_at')
    .compile(),
)
const selectTransfers = preparedRead((kysely) =>
  kysely
    .selectFrom('intents')
    .select(TRANSFER_COLUMNS)
    .where('token', '=', TEXT)
    .where('status', 'is not', null)
    .orderBy('id')
    .compile(),
)

/**
 * Loads the secure payment of a token for a caller who may see it: any credential of the owning tenant, and the hosted
 * page. For any other caller, the token does not exist.
 *
 * @throws SecurePaymentNotFoundError
 */
export async function loadSecurePayment(
  context: Pick<Context, 'config' | 'db' | 'rates'>,
  facts: { token: string; caller: Caller },
): Promise<StoredSecurePayment> {
  const stored = await readSecurePayment(context, facts.token)
  if (stored === null || !mayRead(facts.caller, stored.securePayment)) {
    throw new SecurePaymentNotFoundError()
  }
  return { ...stored, isMerchant: facts.caller.credential !== 'clientId' }
}

/** As `loadSecurePayment`, for the service itself; null when there is none. */
export async function readSecurePayment(
  context: Pick<Context, 'config' | 'db' | 'rates'>,
  token: string,
): Promise<StoredSecurePayment | null> {
  const { db } = context
  if (!isUlid(token)) return null
  const [[found], rows] = await Promise.all([
    selectSecurePayment(db, token),
    selectRequests(db, token),
  ])
  if (found === undefined) return null
  const requests = rows.map(withPlan)
  const {
    merchant_name,
    verified_domain,
    branding_id,
    has_attempt,
    has_pending,
    has_transfer,
    ...rest
  } = found
  const { head_number, ...securePayment } = rest
  const hasPayments = requests.some((request) => request.paid_units !== '0')
  const [payments, pending, [lastAttempt = null], safeAttempts, transfers, rates, [branding]] =
    await Promise.all([
      hasPayments ? selectPayments(db, token) : [],
      has_pending === null ? [] : selectPending(db, token),
      has_attempt === null ? [] : selectLastAttempt(db, token, 1),
      Number(has_attempt) === 2 ? selectSafeAttempts(db, token) : [],
      has_transfer === null ? [] : selectTransfers(db, token),
      readShownRates(context, requests),
      branding_id === null ? [] : selectBranding(db, branding_id),
    ])
  return {
    securePayment,
    merchantName: withoutMarks(merchant_name) || null,
    verifiedDomain: verified_domain,
    branding: branding ?? null,
    access: parseAccessPolicy(securePayment.access_policy),
    isMerchant: false,
    requests,
    payments,
    pending: pending.toSorted(compareLogs),
    headNumber: head_number === null ? null : BigInt(head_number),
    rates,
    lastAttempt,
    safeAttempts,
    transfers,
  }
}

function compareLogs(left: Row<'pending_payments'>, right: Row<'pending_payments'>): number {
  return Number(left.block_number - right.block_number) || left.log_index - right.log_index
}

function mayRead(caller: Caller, row: { tenant_id: string }): boolean {
  const isHostedPage = caller.credential === 'clientId' && caller.isFirstParty
  return isHostedPage || caller.tenantId === row.tenant_id
}
