import { isUlid, withoutMarks } from '@secure-payment/core'
import type { RefundHeldReason } from '@secure-payment/core/api'
import { type NotNull, sql } from 'kysely'
import { type AccessPolicy, parseAccessPolicy } from '../access/accessPolicy.ts'
import { type Caller, mayUse } from '../auth/caller.ts'
import { type StoredBranding, selectBranding } from '../branding/branding.ts'
import type { Context } from '../context.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'
import { verifiedDomainOf } from '../domains/verifiedDomain.ts'
import { type NonEmpty, nonEmpty } from '../nonEmpty.ts'
import type { Quote } from '../quotes/quoteRows.ts'
import { type RefundTransaction, selectRefundsOfPage } from '../refunds/readRefunded.ts'
import { type RefundOfPage, selectRefundsPaidOnPage } from '../refunds/readRefundOf.ts'
import { type Planned, withPlan } from '../requests/requestPlan.ts'
import { securePaymentUrl } from '../requests/securePaymentUrl.ts'
import type { SignedRow } from '../signed/signedRows.ts'
import { chooseOption, readAllOptions } from './chooseOption.ts'
import { countTransfers } from './countTransfers.ts'
import { describeSecurePayment, statusAt } from './describeSecurePayment.ts'
import { LinkReusableError, PayoutUnapprovedError, SecurePaymentNotFoundError } from './errors.ts'
import { findContacts } from './findContacts.ts'
import { type CombinedInto, presentStatus } from './presentStatus.ts'
import { type Heads, readHeads } from './readHeads.ts'
import { type ITEM_COLUMNS, readRequestsOfPage } from './readRequestsOfPage.ts'
import { readShownPrices } from './shownQuotes.ts'
import type { ShownRatesContext } from './shownRates.ts'

/** A secure payment with everything that belongs to it, as stored. */
export type StoredSecurePayment = {
  securePayment: Pick<Row<'secure_payments'>, (typeof PAYMENT_COLUMNS)[number]>
  merchantName: string | null
  /** A domain that the merchant proved; null if the merchant is unverified. */
  verifiedDomain: string | null
  /** The look of the merchant's pages; null for the default. */
  branding: StoredBranding | null
  /** The access policy; null if any wallet may pay and every caller sees the payee. */
  access: AccessPolicy | null
  /** Whether the reader is the merchant's server, which receives everything. */
  isMerchant: boolean
  /** The requests, in the order of the items; a single request has the terms of the option that the call names. */
  requests: NonEmpty<StoredItem>
  /** Every way to pay a request that accepts several currencies, its own first; empty for other payments. */
  options: readonly StoredItem[]
  /** Confirmed payments, oldest first. */
  payments: readonly Row<'payments'>[]
  /** Transactions that refund money of these payments, oldest first. */
  refunds: readonly RefundTransaction[]
  /** The refunds that the requests pay. */
  refundsPaid: readonly RefundOfPage[]
  /** The reason why a refund that the payment pays is held; null if the payment pays no refund, or none is held. */
  heldReason: RefundHeldReason | null
  /** The link that pays the payout of this one, which was combined with others; null for every other link. */
  combinedInto: CombinedInto | null
  /** Payments that were seen on chain but are not deep enough to count. */
  pending: readonly Row<'pending_payments'>[]
  heads: Heads
  /**
   * The current conversion rate of each request, aligned with `requests`; null for a direct or paid request, or when unknown.
   */
  rates: readonly (bigint | null)[]
  /** The current conversion rates of the options, in their order. */
  optionRates: readonly (bigint | null)[]
  /** The current quotes for the remainders of requests, or of their options, that are paid at a market price. */
  quotes: readonly Quote[]
  /** The payment currencies that contracts convert, and in which the host can also quote the remainder. */
  quotable: readonly string[]
  lastAttempt: Row<'attempts'> | null
  /** The latest payment that a payer signed; null without one. */
  signedPayment: SignedRow | null
  /** Transactions that wait, or have waited, for the signers of a Safe. */
  safeAttempts: readonly (Row<'attempts'> & { safe_tx_hash: string })[]
  /** Transactions on other networks that were reported for the payment, oldest first. */
  transfers: readonly StoredTransfer[]
}

const TRANSFER_COLUMNS = [
  'request_id',
  'tx_hash',
  'currency',
  'source_network',
  'source_units',
  'source_gas_units',
  'source_gas_worth',
  'promised_units',
  'status',
  'settled_tx_hash',
  'explorer_url',
  'next_check_at',
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
  'is_reusable',
  'link_token',
  'opened_at',
  'fee_plan',
] as const

/** One request in a secure payment; with `isFurther`, it has the terms of the option that the call names. */
export type StoredItem = Planned<Pick<Row<'requests'>, (typeof ITEM_COLUMNS)[number]>> & {
  isFurther?: true
}

/**
 * Selects a secure payment, and whether attempts, transfers or pending payments exist, because most reads precede any payment and need no
 * further statement.
 */
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
      sql<1 | null>`(select 1 from requests join signed_payments as signed
        on signed.request_id = requests.id
        where requests.secure_payment_token = payment.token limit 1)`.as('has_signed'),
      sql<1 | null>`(select 1 from requests join intents on intents.request_id = requests.id
        where requests.secure_payment_token = payment.token and intents.status is not null
        limit 1)`.as('has_transfer'),
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
const selectPayments = preparedRead((kysely) =>
  kysely
    .selectFrom('payments')
    .innerJoin('requests', 'requests.id', 'payments.request_id')
    .selectAll('payments')
    .where('requests.secure_payment_token', '=', TEXT)
    .orderBy('payments.block_time')
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
const selectLastSigned = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .innerJoin('signed_payments', 'signed_payments.request_id', 'requests.id')
    .selectAll('signed_payments')
    .where('requests.secure_payment_token', '=', TEXT)
    .orderBy('signed_payments.created_at', 'desc')
    .limit(1)
    .compile(),
)
const selectSafeAttempts = preparedRead((kysely) =>
  kysely
    .selectFrom('attempts')
    .selectAll()
    .where('token', '=', TEXT)
    .where('safe_tx_hash', 'is not', null)
    .$narrowType<{ safe_tx_hash: NotNull }>()
    .orderBy('created_at')
    .compile(),
)
/** Selects by the requests, because the page for a refund's earlier link may have reported the transaction. */
const selectTransfers = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .innerJoin('intents', 'intents.request_id', 'requests.id')
    .select(TRANSFER_COLUMNS.map((column) => `intents.${column}` as const))
    .where('requests.secure_payment_token', '=', TEXT)
    .where('intents.status', 'is not', null)
    .orderBy('intents.id')
    .compile(),
)

/**
 * Loads a token's secure payment for a caller that may see it: the hosted page, or a credential of the owning tenant. A backend client ID
 * may see only its own payments. For any other caller, the token does not exist. `takesLinks`: the call is also for reusable links, which
 * payers cannot pay.
 * `option` is the accepted currency that the payer chose; by default the payment's own.
 *
 * @throws SecurePaymentNotFoundError; InvalidInputError naming `option`; PayoutUnapprovedError for a payout link that waits for a second
 * member's approval; LinkReusableError for a reusable link
 */
export async function loadSecurePayment(
  context: Pick<Context, 'config' | 'db' | 'now' | 'prices' | 'rates'>,
  facts: { token: string; caller: Caller; takesLinks?: boolean; option?: string | undefined },
): Promise<StoredSecurePayment> {
  const stored = await readSecurePayment(context, facts.token)
  if (stored === null || !mayRead(facts.caller, stored.securePayment)) {
    throw new SecurePaymentNotFoundError({ contacts: await findContacts(context, facts.caller) })
  }
  await guardApproved(context, stored)
  const loaded = { ...stored, isMerchant: facts.caller.credential !== 'clientId' }
  if (facts.takesLinks !== true) guardSingle(context, loaded)
  return facts.option === undefined ? loaded : chooseOption(loaded, facts.option)
}

/**
 * Rejects a reusable link that is open. An expired or cancelled link passes, because the call's own guards reject it.
 *
 * @throws LinkReusableError
 */
function guardSingle(
  { config, now }: Pick<Context, 'config' | 'now'>,
  stored: StoredSecurePayment,
): void {
  const { securePayment } = stored
  if (securePayment.is_reusable === 0 || statusAt(securePayment, now()) !== 'pending') return
  throw new LinkReusableError(describeSecurePayment(config, stored, now()), {
    securePaymentUrl: securePaymentUrl(config, securePayment.token),
  })
}

/**
 * Rejects every call with the token of a payout link that no second member has approved. A cancelled link passes, because its own guards
 * reject it.
 *
 * @throws PayoutUnapprovedError
 */
export async function guardApproved(
  { db }: Pick<Context, 'db'>,
  { requests, securePayment }: StoredSecurePayment,
): Promise<void> {
  const [{ approval_id }] = requests
  if (approval_id === null || securePayment.status === 'invalidated') return
  const [approval] = await selectApproval(db, approval_id)
  if (approval?.status === 'approved') return
  throw new PayoutUnapprovedError(approval?.status ?? 'declined')
}

const selectApproval = preparedRead((kysely) =>
  kysely.selectFrom('approvals').select('status').where('id', '=', TEXT).compile(),
)

/** Loads a token's secure payment for the service itself, without a check of the caller; null if the token has none. */
export async function readSecurePayment(
  context: ShownRatesContext & Pick<Context, 'db' | 'now'>,
  token: string,
): Promise<StoredSecurePayment | null> {
  const { db } = context
  if (!isUlid(token)) return null
  const [[found], rows] = await Promise.all([
    selectSecurePayment(db, token),
    readRequestsOfPage(db, token),
  ])
  // The requests of a payment are deleted with it, which may happen between the two reads.
  if (found === undefined || rows.length === 0) return null
  const requests = nonEmpty(rows.map(withPlan))
  const {
    merchant_name,
    verified_domain,
    branding_id,
    has_attempt,
    has_pending,
    has_signed,
    has_transfer,
    ...rest
  } = found
  const { head_number, ...securePayment } = rest
  const options = await readAllOptions(db, requests)
  const { status, ...present } = await presentStatus(db, securePayment)
  const hasPayments = requests.some((request) => request.paid_units !== '0')
  const isSpread = options.length > 0 && (hasPayments || has_pending !== null)
  const [payments, refunds, refundsPaid, pending, attempts, transfers, prices, heads, [branding]] =
    await Promise.all([
      hasPayments ? selectPayments(db, token) : [],
      hasPayments ? selectRefundsOfPage(db, token, token) : [],
      securePayment.flow === 'pay' ? selectRefundsPaidOnPage(db, token) : [],
      has_pending === null ? [] : selectPending(db, token),
      readAttempts(db, token, { kind: Number(has_attempt), hasSigned: has_signed !== null }),
      has_transfer === null
        ? []
        : selectTransfers(db, token).then((rows) => countTransfers(context, requests, rows)),
      readShownPrices(context, requests, options),
      readHeads(db, { network: securePayment.network, head_number }, isSpread),
      branding_id === null ? [] : selectBranding(db, branding_id),
    ])
  return {
    securePayment: { ...securePayment, status },
    merchantName: withoutMarks(merchant_name) || null,
    verifiedDomain: verified_domain,
    branding: branding ?? null,
    access: parseAccessPolicy(securePayment.access_policy),
    isMerchant: false,
    requests,
    options,
    payments,
    refunds: refunds.toSorted(compareLogs),
    refundsPaid,
    ...present,
    pending: pending.toSorted(compareLogs),
    heads,
    ...prices,
    ...attempts,
    transfers,
  }
}

/**
 * Reads the last attempt, the attempts of Safes, and the last signed payment. `kind` is 0 if the payment has no attempts, and 2 if a Safe
 * made any.
 */
async function readAttempts(
  db: Context['db'],
  token: string,
  { kind, hasSigned }: { kind: number; hasSigned: boolean },
): Promise<Pick<StoredSecurePayment, 'lastAttempt' | 'safeAttempts' | 'signedPayment'>> {
  const [[lastAttempt = null], safeAttempts, [signedPayment = null]] = await Promise.all([
    kind === 0 ? [] : selectLastAttempt(db, token, 1),
    kind === 2 ? selectSafeAttempts(db, token) : [],
    hasSigned ? selectLastSigned(db, token, 1) : [],
  ])
  return { lastAttempt, safeAttempts, signedPayment }
}

type Logged = Pick<Row<'pending_payments'>, 'block_number' | 'log_index'>

function compareLogs(left: Logged, right: Logged): number {
  return Number(left.block_number - right.block_number) || left.log_index - right.log_index
}

function mayRead(caller: Caller, row: StoredSecurePayment['securePayment']): boolean {
  if (caller.credential === 'clientId' && caller.isFirstParty) return true
  return caller.tenantId === row.tenant_id && mayUse(caller, { clientId: row.client_id })
}
