import { decodePaymentLogs, type PaymentLog, ZERO_ADDRESS } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import { describeRequest } from '@secure-payment/core/ways'
import type { ChainClient, Receipt, ReceiptQuery } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import { type Credit, creditedUnits } from '../payments/creditedUnits.ts'
import {
  type CreditedLog,
  type DetectedPayment,
  type MatchedLog,
  type MatchedRequest,
  RECEIPT_UNREADABLE,
  UNPAID,
  type UnmatchedPayment,
} from '../settlement/detectedPayment.ts'
import type { StatePatience } from './createStatePatience.ts'
import { creditBorneFee } from './creditBorneFee.ts'
import { logsThatMatter } from './logsThatMatter.ts'
import { type Notation, notationOf } from './notationOf.ts'
import { isThrough, payerOf } from './payerOf.ts'
import { readBlockTimes } from './readBlockTimes.ts'
import { toUnmatched } from './toUnmatched.ts'
import { type Arrival, type Counted, valueArrivals, type Worth } from './valueArrivals.ts'
import { type QuotedContext, valueExact, valueQuoted } from './valueQuoted.ts'

/** The facts to record for a range of the chain. */
export type Facts = { payments: readonly DetectedPayment[]; unmatched: readonly UnmatchedPayment[] }

/** The client methods that read facts about detected payments. */
export type FactsClient = Pick<
  ChainClient,
  'network' | 'getReceipts' | 'getAgreedBlocks' | 'readRates'
>

/**
 * Reads the facts that are not in the logs, as most of the nodes have them:
 *
 * - the receipts, for whether the transaction succeeded and contains the log, the transferred amount, and the sender
 * - the times of the blocks
 * - the rates for amounts whose event states no price
 *
 * Without a matched log, this function makes no call. A payment whose receipt is too large to read is unmatched, so that it does not
 * block the others.
 * @throws ChainUnavailableError when receipts and logs do not agree: a reorganisation happened in between, or a node returned false data
 */
export async function readFacts(
  context: QuotedContext,
  client: FactsClient,
  matches: readonly MatchedLog[],
  patience?: StatePatience,
): Promise<Facts> {
  const credited = matches.filter((match) => match.isCredited)
  const refused = matches.filter((match) => !match.isCredited)
  const unmatched = refused.map((match) => toUnmatched(client.network, match, match.reason))
  if (credited.length === 0) return { payments: [], unmatched }

  const [receipts, times] = await Promise.all([
    readReceipts(client, credited),
    readBlockTimes(
      client,
      credited.map(({ log }) => log),
    ),
  ])
  const isReadable = ({ log }: MatchedLog) => receipts.get(log.transactionHash) !== null
  for (const match of credited.filter((some) => !isReadable(some))) {
    unmatched.push(toUnmatched(client.network, match, RECEIPT_UNREADABLE))
  }
  const arrived: Arrived[] = []
  for (const group of groupByTransaction(client, credited.filter(isReadable), receipts).values()) {
    for (const { match, credit, gasUnits } of creditGroup(group)) {
      const timestampS = times.get(match.log.blockNumber)
      if (timestampS === undefined) throw disagreement(client, 'a block without a time')
      if (credit.units === 0n) {
        unmatched.push(toUnmatched(client.network, match, UNPAID.nothingArrived))
        continue
      }
      arrived.push({ match, units: credit.units, credit, gasUnits, timestampS, ...group })
    }
  }
  const payments: DetectedPayment[] = []
  for (const [arrival, worth] of await valueAll(context, client, { arrived, patience })) {
    if (worth.counts) payments.push(toPayment(client.network, arrival, worth))
    else unmatched.push(toUnpaid(client.network, arrival, worth))
  }
  return { payments, unmatched }
}

/** Values arrivals by the chain's rates, or by par, quotes and market prices. Keeps their order. */
async function valueAll(
  context: QuotedContext,
  client: FactsClient,
  { arrived, patience }: { arrived: readonly Arrived[]; patience: StatePatience | undefined },
): Promise<readonly (readonly [Arrived, Worth])[]> {
  const isQuoted = ({ match }: Arrived) => match.valuation === 'quote'
  const plain = arrived.filter(({ match }) => match.valuation === 'rate')
  const exact = await valueExact(context, plain)
  const others = arrived.filter((arrival) => !isQuoted(arrival) && !exact.has(arrival))
  const worths = await valueArrivals(client, others, patience)
  const byArrival = new Map<Arrival, Worth>([
    ...exact,
    ...others.flatMap((arrival, index): [Arrival, Worth][] => {
      const worth = worths[index]
      return worth === undefined ? [] : [[arrival, worth]]
    }),
    ...(await valueQuoted(context, arrived.filter(isQuoted))),
  ])
  return arrived.flatMap((arrival) => {
    const worth = byArrival.get(arrival)
    return worth === undefined ? [] : [[arrival, worth] as const]
  })
}

/** Money that reached a payee, and further facts about its transaction. */
type Arrived = Arrival & { credit: Credit; receipt: Receipt; gasUnits: bigint | null }

/** The matched logs of one transaction. */
type Group = { receipt: Receipt; matches: CreditedLog[] }

/**
 * Returns the actual amount of each matched log of a transaction, and the transaction's cost if it contains only one such log.
 */
function creditGroup({ receipt, matches }: Group) {
  const tokenLogs = matches.map(({ log }) => log).filter(isErc20)
  const credits = creditedUnits(tokenLogs, receipt.logs)
  const gasUnits = matches.length === 1 ? receipt.costUnits : null
  return matches.map((match) => {
    const { log } = match
    const credit = isErc20(log)
      ? (credits.get(log.logIndex) ?? NOTHING)
      : { units: log.amountUnits, from: receipt.from }
    return { match, credit, gasUnits }
  })
}

/** The receipts by transaction hash; `null` for a receipt that is too large to read. */
type Receipts = ReadonlyMap<string, Receipt | null>

const NOTHING: Credit = { units: 0n, from: null }

function isErc20(log: PaymentLog): boolean {
  return log.kind === 'erc20'
}

async function readReceipts(
  client: Pick<ChainClient, 'getReceipts' | 'network'>,
  matches: readonly MatchedLog[],
): Promise<Receipts> {
  const queries = new Map<string, ReceiptQuery>()
  for (const { log } of matches) {
    const { transactionHash, blockHash } = log
    const earlier = queries.get(transactionHash)?.logs ?? []
    queries.set(transactionHash, {
      transactionHash,
      blockHash,
      logs: [...earlier, ...logsThatMatter(client.network, log)],
    })
  }
  const receipts = await client.getReceipts([...queries.values()])
  return new Map([...queries.keys()].map((hash, index) => [hash, receipts[index] ?? null]))
}

/** Pairs each transaction's matched logs with its receipt, after the receipt has confirmed all of them. */
function groupByTransaction(
  client: Pick<ChainClient, 'network'>,
  matches: readonly CreditedLog[],
  receipts: Receipts,
): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>()
  for (const [txHash, ofTransaction] of Map.groupBy(matches, ({ log }) => log.transactionHash)) {
    const receipt = receipts.get(txHash)
    if (!receipt?.succeeded) throw disagreement(client, `${txHash} did not succeed`)
    const vouched = new Set(decodePaymentLogs(receipt.logs).map(paymentText))
    if (!ofTransaction.every(({ log }) => vouched.has(paymentText(log)))) {
      throw disagreement(client, `the receipt of ${txHash} does not contain its log`)
    }
    groups.set(txHash, { receipt, matches: ofTransaction })
  }
  return groups
}

/** Returns a payment event's facts and position as text, which is equal for equal events. */
function paymentText({ conversion, ...log }: PaymentLog): string {
  return [...Object.values(log), ...Object.values(conversion ?? {})].join()
}

function toUnpaid(
  network: Network,
  { match }: Arrived,
  { reason, isLasting }: Exclude<Worth, Counted>,
): UnmatchedPayment {
  return { ...toUnmatched(network, match, reason), ...(isLasting && { isLasting }) }
}

function toPayment(network: Network, arrived: Arrived, worth: Counted): DetectedPayment {
  const { match, credit, receipt, timestampS, gasUnits } = arrived
  const { log, request } = match
  const notation = notationOf(network)
  const recurring = recurringOf(network, request, credit)
  const blockTime = new Date(Number(timestampS) * 1_000).toISOString()
  const parts = { amountUnits: credit.units, feeUnits: log.feeUnits }
  const payer = recurring?.payer ?? notation.wallet(payerOf(network, { log, credit }, receipt))
  const sender = notation.wallet(receipt.from)
  const isSigned = recurring !== null || isThrough(network, 'ERC20SignedPayment', credit)
  return {
    requestId: request.id,
    tenantId: request.tenant_id,
    network: network.id,
    txHash: notation.txHash(log.transactionHash),
    logIndex: log.logIndex,
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    blockTime,
    payer,
    sender,
    payee: request.payee,
    tokenAddress: log.token === null ? null : notation.logged(log.token),
    amountUnits: log.amountUnits,
    creditedUnits: credit.units,
    requestUnits: worth.requestUnits,
    type: recurring === null ? typeOf(request) : 'recurring',
    conversionRate: worth.conversionRate,
    rateSource: worth.rateSource,
    priced: worth.priced,
    amountInUsd: null,
    fiatWorths: {},
    clientId: request.client_id,
    invoiceCurrency: request.invoice_currency,
    paymentCurrency: request.payment_currency,
    reference: request.reference,
    ...paidFee(log, notation),
    countedFeeUnits: creditBorneFee(match, parts) - credit.units,
    isLate: request.expires_at !== null && blockTime > request.expires_at,
    // A relayer that sends a payer's signed payment pays its gas.
    gasUnits: isSigned && payer.toLowerCase() !== sender.toLowerCase() ? null : gasUnits,
    recurringPaymentId: recurring?.id ?? null,
    crosschain: null,
  }
}

function typeOf({ plan }: MatchedRequest): DetectedPayment['type'] {
  return describeRequest(plan).pricing === 'none' ? 'direct' : 'conversion'
}

/**
 * Returns the recurring payout that made a payment, and its payer: the contract moves tokens only from the permit's signer.
 * Null for any other payment, even for a payment of such a payout's request.
 */
function recurringOf(
  network: Network,
  request: MatchedRequest,
  credit: Credit,
): { id: string; payer: string | null } | null {
  const { plan, recurring_contract: contract, payer } = request
  if (plan.way !== 'scheduled') return null
  const { recurringPaymentId: id } = plan
  // Compares with the payout's own contract, regardless of the contract that the host uses for new payouts.
  const isOwn = contract !== null && contract.toLowerCase() === credit.from?.toLowerCase()
  return isOwn || isThrough(network, 'ERC20RecurringPaymentProxy', credit) ? { id, payer } : null
}

/**
 * Returns the fee that was actually paid. For the zero address, the token proxy transfers no fee, but its event repeats the payer's
 * claim.
 */
function paidFee({ feeUnits, feeAddress }: PaymentLog, notation: Notation) {
  if (feeUnits === 0n || feeAddress === ZERO_ADDRESS) return { feeUnits: 0n, feeAddress: null }
  return { feeUnits, feeAddress: notation.wallet(feeAddress) }
}

function disagreement(client: Pick<ChainClient, 'network'>, reason: string): ChainUnavailableError {
  return new ChainUnavailableError(client.network.id, reason)
}
