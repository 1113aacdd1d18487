import { isUlid } from '@secure-payment/core'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { preparedRead, TEXT } from '../../db/preparedRead.ts'
import type { Row } from '../../db/schema.ts'
import { SecurePaymentNotFoundError } from './errors.ts'

/** A secure payment with everything that belongs to it, as stored. */
export type StoredSecurePayment = {
  securePayment: Row<'secure_payments'>
  merchantName: string | null
  /** In the order of the items. */
  requests: readonly Row<'requests'>[]
  /** Confirmed payments, oldest first. */
  payments: readonly Row<'payments'>[]
  /** Seen on chain, not yet deep enough to count. */
  pending: readonly Row<'pending_payments'>[]
  /** The newest block that the watcher knows; null before its first look. */
  headNumber: bigint | null
  lastAttempt: Row<'attempts'> | null
}

const selectSecurePayment = preparedRead((kysely) =>
  kysely
    .selectFrom('secure_payments')
    .innerJoin('tenants', 'tenants.id', 'secure_payments.tenant_id')
    .selectAll('secure_payments')
    .select('tenants.name as merchant_name')
    .where('secure_payments.token', '=', TEXT)
    .compile(),
)
const selectRequests = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .selectAll()
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
    .orderBy('pending_payments.block_number')
    .orderBy('pending_payments.log_index')
    .compile(),
)
const selectHead = preparedRead((kysely) =>
  kysely.selectFrom('chain_cursors').select('head_number').where('network', '=', TEXT).compile(),
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

/**
 * Loads what a token leads to, for a caller who may see it: any credential of the owning tenant, and the hosted page. To anybody
 * else the token does not exist.
 *
 * @throws SecurePaymentNotFoundError
 */
export async function loadSecurePayment(
  context: Pick<Context, 'db'>,
  facts: { token: string; caller: Caller },
): Promise<StoredSecurePayment> {
  const { db } = context
  const { token, caller } = facts
  if (!isUlid(token)) throw new SecurePaymentNotFoundError()
  const [[found], requests] = await Promise.all([
    selectSecurePayment(db, token),
    selectRequests(db, token),
  ])
  if (found === undefined || !mayRead(caller, found)) throw new SecurePaymentNotFoundError()
  const { merchant_name, ...securePayment } = found
  const hasPayments = requests.some((request) => request.paid_units !== '0')
  const [payments, pending, [head], [lastAttempt]] = await Promise.all([
    hasPayments ? selectPayments(db, token) : [],
    selectPending(db, token),
    selectHead(db, securePayment.network),
    selectLastAttempt(db, token, 1),
  ])
  return {
    securePayment,
    merchantName: merchant_name === '' ? null : merchant_name,
    requests,
    payments,
    pending,
    headNumber: head?.head_number ?? null,
    lastAttempt: lastAttempt ?? null,
  }
}

function mayRead(caller: Caller, row: { tenant_id: string }): boolean {
  const isHostedPage = caller.credential === 'clientId' && caller.isFirstParty
  return isHostedPage || caller.tenantId === row.tenant_id
}
