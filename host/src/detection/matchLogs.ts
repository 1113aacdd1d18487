import { referenceTopic as referenceTopicOf, topicKey } from '@secure-payment/core'
import { decodePaymentLogs, type PaymentLog, type RawLog } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import { type Settlement, termsOf, ways } from '@secure-payment/core/ways'
import type { Context } from '../context.ts'
import { keccak256 } from '../keccak.ts'
import { OPTION_COLUMNS } from '../requests/requestOptions.ts'
import { withPlan } from '../requests/requestPlan.ts'
import { among } from '../search/among.ts'
import {
  COMMON_COLUMNS,
  MATCH_COLUMNS,
  type MatchedLog,
  type MatchedRequest,
} from '../settlement/detectedPayment.ts'
import { notationOf } from './notationOf.ts'

/**
 * Finds the requests that logs pay, by the references of the requests and of their options. Two indexed queries suffice for any number of
 * logs and open requests. A match contains the request with the terms of the option that the log names. Omits logs with unknown references
 * or without an amount, because any sender may emit them. A log that has a known reference but does not pay its request is kept, with the
 * reason.
 */
export async function matchLogs(
  context: Pick<Context, 'db'>,
  network: Network,
  logs: readonly RawLog[],
): Promise<readonly MatchedLog[]> {
  const payments = decodePaymentLogs(logs).filter((payment) => payment.amountUnits > 0n)
  const byKey = await findByReference(context, payments)
  const claims = await findClaims(
    context,
    network,
    payments.filter((log) => !byKey.has(topicKey(log.referenceTopic))),
  )
  return payments.flatMap((log) => {
    const claimed = claims.get(placeOf(network, log))
    if (claimed !== undefined) return [{ ...settleClaimed(network, log, claimed), log }]
    const settled = (byKey.get(topicKey(log.referenceTopic)) ?? [])
      .map((request) => settle(network, log, request))
      // The key is 8 bytes of the topic, which another reference may share.
      .filter((match) => match.isCredited || match.reason !== 'wrong_reference')
    const [first] = settled
    if (first === undefined) return []
    return [settled.find((match) => match.isCredited) ?? first]
  })
}

/** Reads the requests for which merchants claimed payments with unknown references, by the payments' positions. */
async function findClaims(
  context: Pick<Context, 'db'>,
  network: Network,
  payments: readonly PaymentLog[],
): Promise<ReadonlyMap<string, MatchedRequest>> {
  if (payments.length === 0) return new Map()
  const notation = notationOf(network)
  const hashes = [...new Set(payments.map((log) => notation.txHash(log.transactionHash)))]
  const rows = await context.db.kysely
    .selectFrom('unmatched_payments as unmatched')
    .innerJoin('requests', 'requests.id', 'unmatched.claimed_request_id')
    .select(MATCH_COLUMNS.map((column) => `requests.${column}` as const))
    .select(['unmatched.tx_hash', 'unmatched.log_index'])
    .where('unmatched.network', '=', network.id)
    .where(among(context.db.dialect, 'unmatched.tx_hash', hashes))
    .execute()
  const requests = await withContracts(context, rows.map(withPlan))
  return new Map(
    requests.map(({ tx_hash, log_index, ...request }) => [`${tx_hash} ${log_index}`, request]),
  )
}

function placeOf(network: Network, { transactionHash, logIndex }: PaymentLog): string {
  return `${notationOf(network).txHash(transactionHash)} ${logIndex}`
}

/** Checks a claimed payment except for its reference, which the claim replaces. */
function settleClaimed(network: Network, log: PaymentLog, request: MatchedRequest): MatchedLog {
  // The column contains only values from core's createPaymentReference.
  const referenceTopic = referenceTopicOf(`0x${request.payment_reference.slice(2)}`, keccak256)
  return settle(network, { ...log, referenceTopic }, request)
}

/** The maximum number of keys per statement, below both engines' parameter limits. */
const KEYS_A_STATEMENT = 5_000

async function findByReference(
  context: Pick<Context, 'db'>,
  payments: readonly PaymentLog[],
): Promise<ReadonlyMap<bigint, readonly MatchedRequest[]>> {
  const keys = [...new Set(payments.map((payment) => topicKey(payment.referenceTopic)))]
  const byKey = new Map<bigint, MatchedRequest[]>()
  for (let at = 0; at < keys.length; at += KEYS_A_STATEMENT) {
    const some = keys.slice(at, at + KEYS_A_STATEMENT)
    const rows = await context.db.kysely
      .selectFrom('requests')
      .select([...MATCH_COLUMNS, 'reference_key'])
      .where('reference_key', 'in', some)
      // The terms of a reusable link are never paid; a payment with their reference counts as a payment with an unknown reference.
      .where('is_terms', '=', 0)
      .execute()
    const named = [...rows, ...(await findOptionsByKey(context, some))]
    for (const { reference_key, ...request } of await withContracts(context, named.map(withPlan))) {
      const key = BigInt(reference_key)
      byKey.set(key, [...(byKey.get(key) ?? []), request])
    }
  }
  return byKey
}

/** Finds further options by their references, each as its request with the option's terms. */
function findOptionsByKey({ db }: Pick<Context, 'db'>, keys: readonly bigint[]) {
  return db.kysely
    .selectFrom('request_options as option')
    .innerJoin('requests', 'requests.id', 'option.request_id')
    .select(COMMON_COLUMNS.map((column) => `requests.${column}` as const))
    .select(OPTION_COLUMNS.map((column) => `option.${column}` as const))
    .select('option.reference_key')
    .where('option.reference_key', 'in', keys)
    .where('requests.is_terms', '=', 0)
    .execute()
}

/** Adds to each request the contract of the recurring payout that pays it. */
async function withContracts<Request extends Pick<MatchedRequest, 'plan'>>(
  context: Pick<Context, 'db'>,
  requests: readonly Request[],
): Promise<(Request & Pick<MatchedRequest, 'recurring_contract'>)[]> {
  const idOf = ({ plan }: Request) => (plan.way === 'scheduled' ? plan.recurringPaymentId : null)
  const ids = requests.flatMap((request) => idOf(request) ?? [])
  const contracts = await readContracts(context, [...new Set(ids)])
  return requests.map((request) => ({
    ...request,
    recurring_contract: contracts.get(idOf(request)) ?? null,
  }))
}

/** Reads the contracts of recurring payouts, by their ids. */
async function readContracts(
  context: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string | null, string>> {
  if (ids.length === 0) return new Map()
  const rows = await context.db.kysely
    .selectFrom('recurring_payments')
    .select(['id', 'contract'])
    .where(among(context.db.dialect, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, contract }) => [id, contract]))
}

function settle(network: Network, log: PaymentLog, request: MatchedRequest): MatchedLog {
  const settlement = judge(network, log, request)
  return settlement.credited
    ? { log, request, isCredited: true, valuation: settlement.valuation }
    : { log, request, isCredited: false, reason: settlement.reason }
}

function judge(network: Network, log: PaymentLog, request: MatchedRequest): Settlement {
  // The terms of a request on another family of chains contain addresses that this family's codec cannot read. Any sender may still emit
  // such a request's reference on this network.
  if (request.network !== network.id) return { credited: false, reason: 'wrong_network' }
  const { plan } = request
  const terms = termsOf(plan, {
    network: request.network,
    token: request.token_address,
    payee: request.payee,
    amountUnits: BigInt(request.expected_units),
    // The column contains only values from core's createPaymentReference.
    paymentReference: `0x${request.payment_reference.slice(2)}`,
    feeUnits: BigInt(request.fee_units),
    feeAddress: request.fee_address,
  })
  return ways[plan.way].settle(terms, log, network, keccak256)
}
