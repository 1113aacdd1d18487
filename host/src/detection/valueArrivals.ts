import { divide } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import {
  convertUnits,
  RATE_SCALE,
  slippageOf,
  unconvertUnits,
} from '@secure-payment/core/conversion'
import type { ConvertedPlan } from '@secure-payment/core/ways'
import type { ChainClient, Rate, RatePath } from '../chains/chainClient.ts'
import { ChainUnavailableError, RpcCallError } from '../chains/errors.ts'
import {
  type CreditedLog,
  type DetectedPayment,
  RATE_UNREADABLE,
  UNPAID,
} from '../settlement/detectedPayment.ts'
import { createStatePatience, type StatePatience } from './createStatePatience.ts'
import { creditBorneFee } from './creditBorneFee.ts'
import { rateText } from './rateText.ts'

/** Money that reached the payee: base units of the payment currency, and its block's time in unix seconds. */
export type Arrival = { match: CreditedLog; units: bigint; timestampS: bigint }

/** The amount by which an arrival counts towards its request, in settlement units, with the rate as text and its origin. */
export type Counted = {
  counts: true
  requestUnits: bigint
} & Pick<DetectedPayment, 'conversionRate' | 'rateSource' | 'priced'>

/** The amount by which an arrival counts, or the reason why it does not count. `isLasting`: no later read of its block changes that. */
export type Worth = Counted | { counts: false; reason: string; isLasting?: true }

/**
 * Values arrivals for requests that are not quoted, in the order given. An amount in another currency is converted or checked at the rate
 * of the arrival's block, as most nodes report it. A conversion's event states an amount, but not the path of feeds that set its price.
 * The contract lets the payer choose any path of feeds, even a circular one.
 *
 * If no node still has the block's state, an event's amount is compared with the current rate. A margin allows for price changes since that
 * block. If no other price is known, the amount does not count, so that it does not block other amounts. A state counts as gone after such
 * an error message from a node, or once `patience` is exhausted.
 * @throws ChainUnavailableError
 */
export async function valueArrivals(
  client: Pick<ChainClient, 'readRates'>,
  arrivals: readonly Arrival[],
  patience: StatePatience = createStatePatience(),
): Promise<readonly Worth[]> {
  const converted = arrivals.filter(({ match }) => isConverted(match))
  const rates = await readBlockRates(client, converted, patience)
  return arrivals.map((arrival) => {
    const worth = worthOf(arrival, rates.get(arrival) ?? UNKNOWN)
    const isNothing = worth.counts && worth.requestUnits === 0n
    return isNothing ? { counts: false, reason: UNPAID.worthNothing } : worth
  })
}

/** Returns whether a payment needs the chain's rate. */
function isConverted({ valuation }: CreditedLog): boolean {
  return valuation === 'conversion' || valuation === 'rate'
}

/** The maximum number of paths per query to a node. */
const PATHS_A_CALL = 200

/**
 * A rate; `null` if the chain has none. `isOfBlock` is false for the current rate, which applies if no node still returns the block's rate.
 */
type BlockRate = { rate: Rate | null; isOfBlock: boolean }

/** The rate that stands in for payments that need none. */
const UNKNOWN: BlockRate = { rate: null, isOfBlock: true }

async function readBlockRates(
  client: Pick<ChainClient, 'readRates'>,
  arrivals: readonly Arrival[],
  patience: StatePatience,
): Promise<ReadonlyMap<Arrival, BlockRate>> {
  const rates = new Map<Arrival, BlockRate>()
  let isAnyGone = false
  for (const [blockNumber, ofBlock] of Map.groupBy(
    arrivals,
    ({ match }) => match.log.blockNumber,
  )) {
    const byPath = Map.groupBy(ofBlock, ({ match }) => planOf(match).path.join())
    for (const group of inChunks([...byPath.values()])) {
      const paths = group.flatMap(([arrival]) => (arrival ? [planOf(arrival.match).path] : []))
      const { answers, isOfBlock } = await readPatiently(client, { paths, blockNumber }, patience)
      if (!isOfBlock) isAnyGone = true
      for (const [index, samePath] of group.entries()) {
        const rate = { rate: answers[index] ?? null, isOfBlock }
        for (const arrival of samePath) rates.set(arrival, rate)
      }
    }
  }
  if (arrivals.length > 0) patience.ended({ isAnyGone })
  return rates
}

/** Reads a block's rates; if its state is gone, the current rates or none. */
async function readPatiently(
  client: Pick<ChainClient, 'readRates'>,
  { paths, blockNumber }: { paths: readonly RatePath[]; blockNumber: bigint },
  patience: StatePatience,
): Promise<{ answers: readonly (Rate | null)[]; isOfBlock: boolean }> {
  try {
    const past = await readUnlessGone(client, paths, {
      atBlock: blockNumber,
      isGone: patience.isWornOut(),
    })
    if (past !== null) return { answers: past, isOfBlock: true }
    const now = await readUnlessGone(client, paths, { isGone: patience.isSpent() })
    return { answers: now ?? [], isOfBlock: false }
  } catch (error) {
    if (error instanceof ChainUnavailableError) patience.failed()
    throw error
  }
}

/** Returns `null` if the state is gone: a node reports that, or `isGone` makes every failure count as such. */
async function readUnlessGone(
  client: Pick<ChainClient, 'readRates'>,
  paths: readonly RatePath[],
  { atBlock, isGone }: { atBlock?: bigint; isGone: boolean },
): Promise<readonly (Rate | null)[] | null> {
  try {
    return await client.readRates(paths, atBlock)
  } catch (error) {
    // A retry does not bring back a pruned state, but would delay all later payments.
    if (!(error instanceof ChainUnavailableError)) throw error
    if (isGone || isStatePruned(error.cause)) return null
    throw error
  }
}

function isStatePruned(cause: unknown): boolean {
  return cause instanceof RpcCallError && PRUNED.test(cause.rpcMessage)
}

/** The messages with which geth, Erigon, Nethermind, Besu and their forks report that a block's state is gone: no retry is needed. */
const PRUNED =
  /missing trie node|historical state|archive state|state (?:is )?(?:not|no longer) available|already pruned/i

function* inChunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += PATHS_A_CALL) yield items.slice(at, at + PATHS_A_CALL)
}

function worthOf(arrival: Arrival, rate: BlockRate): Worth {
  const { match } = arrival
  switch (match.valuation) {
    case 'units':
      return {
        counts: true,
        requestUnits: broughtUnits(arrival),
        conversionRate: null,
        ...UNPRICED,
      }
    case 'conversion':
      return byEvent(arrival, rate)
    case 'rate':
      return byChain(arrival, rate)
    case 'quote':
      throw new TypeError(
        `Request ${match.request.id} is quoted, and no chain values its payments.`,
      )
    default:
      return match.valuation satisfies never
  }
}

const UNPRICED = { rateSource: null, priced: null } as const
const BY_FEEDS = { rateSource: 'chainlink', priced: null } as const
/** Values an arrival by the two amounts of the contract's event: the invoiced amount, and its value in the payment currency. */
function byEvent(arrival: Arrival, blockRate: BlockRate): Worth {
  const { match, units } = arrival
  const { log, request } = match
  if (log.conversion === null) throw new Error(`The event ${log.logIndex} converts nothing`)
  const { amountUnits: statedUnits, feeUnits } = log.conversion
  if (isTooCheap(match, statedUnits, blockRate)) return byChain(arrival, blockRate)
  const amountUnits =
    units >= log.amountUnits ? statedUnits : divide(statedUnits * units, log.amountUnits, 'down')
  const requestUnits = creditBorneFee(match, { amountUnits, feeUnits })
  const rate = divide(log.amountUnits * RATE_SCALE, statedUnits, 'down')
  return { counts: true, requestUnits, conversionRate: rateText(request, rate), ...BY_FEEDS }
}

/**
 * Returns whether the payer's price is too far below the rate of the request's path. The limit is the allowed rate change between
 * request and payment. For the current rate, the limit also allows for the rate's possible change since the block.
 */
function isTooCheap(
  { log, request }: CreditedLog,
  statedUnits: bigint,
  { rate, isOfBlock }: BlockRate,
): boolean {
  // No payment along the request's own path is possible.
  if (rate === null) return true
  const slippageBps = slippageOf(getCurrency(request.payment_currency).currency)
  const leastBps = ALL_BPS - BigInt(isOfBlock ? slippageBps : SLIPPAGES_SINCE * slippageBps)
  return log.amountUnits * ALL_BPS < convertUnits(statedUnits, rate.rate) * leastBps
}

/**
 * Most nodes prune a block's state within minutes. If the price has changed too much since then, the payment does not count until a rescan
 * through a node that has past states.
 */
const SLIPPAGES_SINCE = 3
const ALL_BPS = 10_000n

function byChain(arrival: Arrival, { rate, isOfBlock }: BlockRate): Worth {
  const { match, timestampS } = arrival
  const { request } = match
  const { maxRateAgeS: maxAgeS } = planOf(match)
  if (!isOfBlock) return { counts: false, reason: RATE_UNREADABLE }
  if (rate === null) return { counts: false, reason: UNPAID.noRate }
  if (maxAgeS !== null && timestampS - rate.oldestTimestampS > BigInt(maxAgeS)) {
    return { counts: false, reason: UNPAID.rateTooOld }
  }
  const requestUnits = unconvertUnits(broughtUnits(arrival), rate.rate)
  return { counts: true, requestUnits, conversionRate: rateText(request, rate.rate), ...BY_FEEDS }
}

/** Returns an arrival's base units, with a fee that the payee bears. */
function broughtUnits({ match, units: amountUnits }: Arrival): bigint {
  return creditBorneFee(match, { amountUnits, feeUnits: match.log.feeUnits })
}

/** Returns the plan for a payment that needs a rate; only conversions need one. */
function planOf({ request: { id, plan } }: CreditedLog): ConvertedPlan {
  if (plan.way === 'converted') return plan
  throw new TypeError(`Request ${id} is not converted, and no rate values its payments.`)
}
