import { referenceTopic, topicKey } from '@secure-payment/core'
import { type Network, networks } from '@secure-payment/core/networks'
import { keccak256 } from '../keccak.ts'
import { among } from './among.ts'
import type { FoundPage, PageRequest, PaymentFilter, Position } from './paymentFilter.ts'
import {
  amountList,
  emailList,
  linkList,
  listsOf,
  referenceList,
  walletList,
} from './paymentLists.ts'
import { SEARCHED_COLUMNS, type SearchedPayment } from './searchedPayment.ts'
import type { Snapshot } from './searchScope.ts'

/** Finds a page of payments for one payment, request, link or transaction, which has few enough payments to read and match in memory. */
export async function findFew(
  snapshot: Snapshot,
  filter: PaymentFilter,
  request: PageRequest,
): Promise<FoundPage> {
  const candidates = await readCandidates(snapshot, filter)
  const matching = candidates
    .filter((payment) => matches(payment, filter))
    .map((payment): Position => ({ blockTime: payment.block_time, id: payment.id }))
    .sort((a, b) => (isBehind(a, b) ? 1 : -1))
  const start =
    'offset' in request
      ? request.offset
      : matching.filter((position) => !isBehind(position, request.after)).length
  const end = start + request.limit
  return {
    total: matching.length,
    page: matching.slice(start, end),
    hasMore: matching.length > end,
  }
}

async function readCandidates(
  { dialect, kysely, reads }: Snapshot,
  { tenantId, paymentId, requestId, paymentReference, txHash, securePaymentToken }: PaymentFilter,
): Promise<SearchedPayment[]> {
  let query = kysely
    .selectFrom('payments')
    .select(SEARCHED_COLUMNS)
    .where('tenant_id', '=', tenantId)
  if (paymentId !== null) query = query.where('id', '=', paymentId)
  if (requestId !== null) query = query.where('request_id', '=', requestId)
  if (paymentReference !== null) {
    const key = topicKey(referenceTopic(asReference(paymentReference), keccak256))
    const reference = paymentReference.toLowerCase()
    query = query.where('request_id', 'in', (from) =>
      from
        .selectFrom('requests')
        .select('id')
        .where('reference_key', '=', key)
        .where('payment_reference', '=', reference)
        .unionAll(
          from
            .selectFrom('request_options')
            .select('request_id as id')
            .where('reference_key', '=', key)
            .where('payment_reference', '=', reference),
        ),
    )
  }
  if (securePaymentToken !== null) {
    query = query.where('request_id', 'in', (from) =>
      from
        .selectFrom('requests')
        .select('id')
        .where('secure_payment_token', '=', securePaymentToken),
    )
  }
  if (txHash !== null) {
    const digits = txHash.replace(/^0x/i, '').toLowerCase()
    query = query.where(({ or, and, eb }) =>
      or([
        // The index of hashes begins with the network.
        and([among(dialect, 'network', EVM_IDS), eb('tx_hash', '=', `0x${digits}`)]),
        and([among(dialect, 'network', TRON_IDS), eb('tx_hash', '=', digits)]),
        eb('source_tx_hash', '=', `0x${digits}`),
      ]),
    )
  }
  return reads(query.compile())
}

const EVM_IDS = idsOf('evm')
/** The networks whose transaction ids are stored without `0x`. */
const TRON_IDS = idsOf('tron')

function idsOf(wanted: Network['family']): string[] {
  return networks.filter(({ family }) => family === wanted).map(({ id }) => id)
}

function asReference(text: string): `0x${string}` {
  return `0x${text.slice(2).toLowerCase()}`
}

function matches(payment: SearchedPayment, filter: PaymentFilter): boolean {
  const { range, invoiceCurrencies, paymentCurrencies } = filter
  const lists = listsOf(payment)
  return (
    isAnyOr(filter.clientId, payment.client_id) &&
    isAnyOr(filter.type, payment.type) &&
    (invoiceCurrencies === null || invoiceCurrencies.includes(payment.invoice_currency)) &&
    (paymentCurrencies === null || paymentCurrencies.includes(payment.payment_currency)) &&
    (filter.wallet === null || lists.includes(walletList(filter.wallet))) &&
    isAnyOr(filter.payer, payment.payer) &&
    (filter.reference === null || lists.includes(referenceList(filter.reference))) &&
    (filter.linkToken === null || lists.includes(linkList(filter.linkToken))) &&
    (filter.customerEmail === null || lists.includes(emailList(filter.customerEmail))) &&
    (filter.amount === null || lists.includes(amountList(filter.amount.amount))) &&
    isInCurrency(payment, filter.amount?.currencies ?? null) &&
    payment.block_time >= range.from &&
    payment.block_time < range.until
  )
}

function isInCurrency(
  { invoice_currency, payment_currency }: SearchedPayment,
  currencies: readonly string[] | null,
): boolean {
  if (currencies === null) return true
  return currencies.includes(invoice_currency) || currencies.includes(payment_currency)
}

function isAnyOr<T>(wanted: T | null, actual: T | null): boolean {
  return wanted === null || wanted === actual
}

/** Returns whether `a` comes after `b` in search order. */
function isBehind(a: Position, b: Position): boolean {
  if (a.blockTime !== b.blockTime) return a.blockTime < b.blockTime
  return a.id < b.id
}
