import { formatAmount } from '@secure-payment/core'
import { findCurrencyByToken, getCurrency } from '@secure-payment/core/catalogue'
import { checksumAddress } from '@secure-payment/core/evm'
import { findNetwork } from '@secure-payment/core/networks'
import { misfitOf } from '../claims/misfitOf.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { keccak256 } from '../keccak.ts'
import { UNKNOWN_REFERENCE } from '../settlement/detectedPayment.ts'

/** A payment on chain to a merchant's payee, with a reference that belongs to no request. No request counts it. */
export type LostPayment = {
  id: string
  network: string
  txHash: string
  payee: string
  /** The amount with its currency, such as `12.5 USDC`; base units for an unknown token. */
  amount: string
  detectedAt: string
  /** The merchant; null until the operator assigns the payment. */
  merchantId: string | null
  /** The unpaid requests of the merchant that match the payment exactly, newest first, at most {@link MAX_CANDIDATES}. */
  requestIds: readonly string[]
}

/** The maximum number of rows per page. */
const PAGE = 500
const MAX_CANDIDATES = 5
/** The maximum number of one payee's unpaid requests that are compared with a payment. */
const MAX_COMPARED = 200

/** Yields the payments of lost requests page by page, oldest first, except those that a claim or a refund has settled. */
export async function* readLostPayments({
  db,
}: Pick<Context, 'db'>): AsyncGenerator<readonly LostPayment[]> {
  for (let after = ''; ; ) {
    const rows = await db.kysely
      .selectFrom('unmatched_payments')
      .selectAll()
      .where('reason', '=', UNKNOWN_REFERENCE)
      .where('id', '>', after)
      .where('claimed_request_id', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('refunds')
              .select('refunds.id')
              .whereRef('refunds.unmatched_id', '=', 'unmatched_payments.id')
              .where('refunds.cancelled_at', 'is', null),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payments')
              .select('payments.id')
              .whereRef('payments.network', '=', 'unmatched_payments.network')
              .whereRef('payments.tx_hash', '=', 'unmatched_payments.tx_hash')
              .whereRef('payments.log_index', '=', 'unmatched_payments.log_index'),
          ),
        ),
      )
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    yield await Promise.all(rows.map((row) => describe(db, row)))
    after = last.id
  }
}

async function describe(db: Context['db'], row: Row<'unmatched_payments'>): Promise<LostPayment> {
  return {
    id: row.id,
    network: row.network,
    txHash: row.tx_hash,
    payee: payeeOf(row),
    amount: describeAmount(row),
    detectedAt: row.detected_at,
    merchantId: row.tenant_id === '' ? null : row.tenant_id,
    requestIds: row.tenant_id === '' ? [] : await findCandidates(db, row),
  }
}

/** Returns the payee as requests name it: on EVM networks, with its checksum. */
function payeeOf({ payee }: Row<'unmatched_payments'>): string {
  return payee.startsWith('0x') ? checksumAddress(payee, keccak256) : payee
}

function describeAmount(row: Row<'unmatched_payments'>): string {
  const network = findNetwork(row.network)
  const found = network && findCurrencyByToken(network, row.token_address)?.currency
  if (found === undefined) return `${row.amount_units} units of ${row.token_address}`
  return `${formatAmount(BigInt(row.amount_units), found.decimals)} ${getCurrency(found.id).symbol}`
}

async function findCandidates(
  { kysely }: Context['db'],
  row: Row<'unmatched_payments'>,
): Promise<readonly string[]> {
  const requests = await kysely
    .selectFrom('requests')
    .selectAll()
    .where('payee', '=', payeeOf(row))
    .where('tenant_id', '=', row.tenant_id)
    .where('network', '=', row.network)
    .where('paid_units', '=', '0')
    .orderBy('created_at', 'desc')
    .limit(MAX_COMPARED)
    .execute()
  return requests
    .filter((request) => misfitOf(row, request) === null)
    .slice(0, MAX_CANDIDATES)
    .map(({ id }) => id)
}
