import { divide } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { formatRate, RATE_SCALE, unconvertUnits } from '@secure-payment/core/conversion'
import type { ChainClient, Rate, RatePath } from '../chains/chainClient.ts'
import { ChainUnavailableError, RpcCallError } from '../chains/errors.ts'
import {
  type CreditedLog,
  type MatchedRequest,
  RATE_UNREADABLE,
  UNPAID,
} from '../payments/detectedPayment.ts'
import { parsePath } from '../payments/parsePath.ts'
import { settlementDecimals } from '../payments/settlementDecimals.ts'

/** Money that reached the payee: base units of the payment currency, and its block's time in unix seconds. */
export type Arrival = { match: CreditedLog; units: bigint; timestampS: bigint }

/** What an arrival counts as towards its request, in settlement units, and the rate's text; or why it does not count. */
export type Worth =
  | { counts: true; requestUnits: bigint; conversionRate: string | null }
  | { counts: false; reason: string }

/**
 * Values arrivals, in the order given. Only those that no event states a price for need a rate: the one that the chain had
 * in their block, as most nodes have it.
 * @throws ChainUnavailableError
 */
export async function valueArrivals(
  client: Pick<ChainClient, 'readRates'>,
  arrivals: readonly Arrival[],
): Promise<readonly Worth[]> {
  const rates = await readBlockRates(
    client,
    arrivals.filter(({ match }) => match.valuation === 'rate'),
  )
  return arrivals.map((arrival) => {
    const worth = worthOf(arrival, rates.get(arrival) ?? null)
    const isNothing = worth.counts && worth.requestUnits === 0n
    return isNothing ? { counts: false, reason: UNPAID.worthNothing } : worth
  })
}

/** Paths of one question to a node. */
const PATHS_A_CALL = 200

/** A rate, `null` where the chain had none, or that no node tells of the block any more. */
type BlockRate = Rate | null | 'unreadable'

async function readBlockRates(
  client: Pick<ChainClient, 'readRates'>,
  arrivals: readonly Arrival[],
): Promise<ReadonlyMap<Arrival, BlockRate>> {
  const rates = new Map<Arrival, BlockRate>()
  for (const [blockNumber, ofBlock] of Map.groupBy(
    arrivals,
    ({ match }) => match.log.blockNumber,
  )) {
    const byPath = Map.groupBy(ofBlock, ({ match }) => match.request.conversion_path)
    for (const group of inChunks([...byPath.values()])) {
      const paths = group.flatMap(([arrival]) =>
        arrival ? [parsePath(arrival.match.request)] : [],
      )
      const answers = await readAt(client, paths, blockNumber)
      for (const [index, samePath] of group.entries()) {
        const rate = answers === 'unreadable' ? answers : (answers[index] ?? null)
        for (const arrival of samePath) rates.set(arrival, rate)
      }
    }
  }
  return rates
}

async function readAt(
  client: Pick<ChainClient, 'readRates'>,
  paths: readonly RatePath[],
  blockNumber: bigint,
): Promise<readonly (Rate | null)[] | 'unreadable'> {
  try {
    return await client.readRates(paths, blockNumber)
  } catch (error) {
    // Asking again does not bring back what a node has pruned, and would hold up every payment behind.
    if (error instanceof ChainUnavailableError && isStatePruned(error.cause)) return 'unreadable'
    throw error
  }
}

function isStatePruned(cause: unknown): boolean {
  return cause instanceof RpcCallError && PRUNED.test(cause.rpcMessage)
}

/** How geth, Erigon, Nethermind, Besu and those that follow them say that a block's state is gone. */
const PRUNED =
  /missing trie node|historical state|archive state|state (?:is )?(?:not|no longer) available|already pruned/i

function* inChunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += PATHS_A_CALL) yield items.slice(at, at + PATHS_A_CALL)
}

function worthOf(arrival: Arrival, rate: BlockRate): Worth {
  const { match, units } = arrival
  switch (match.valuation) {
    case 'units':
      return { counts: true, requestUnits: units, conversionRate: null }
    case 'conversion':
      return byEvent(match, units)
    case 'rate':
      return byChain(arrival, rate)
    default:
      return match.valuation satisfies never
  }
}

/** The contract's own two amounts: what it converted, and what that was in the payment currency. */
function byEvent({ log, request }: CreditedLog, units: bigint): Worth {
  if (log.conversion === null) throw new Error(`The event ${log.logIndex} converts nothing`)
  const { amountUnits: statedUnits } = log.conversion
  const requestUnits =
    units >= log.amountUnits ? statedUnits : divide(statedUnits * units, log.amountUnits, 'down')
  const rate = divide(log.amountUnits * RATE_SCALE, statedUnits, 'down')
  return { counts: true, requestUnits, conversionRate: rateText(request, rate) }
}

function byChain({ match, units, timestampS }: Arrival, rate: BlockRate): Worth {
  const { request } = match
  if (rate === 'unreadable') return { counts: false, reason: RATE_UNREADABLE }
  if (rate === null) return { counts: false, reason: UNPAID.noRate }
  const maxAgeS = request.max_rate_age_s
  if (maxAgeS !== null && timestampS - rate.oldestTimestampS > BigInt(maxAgeS)) {
    return { counts: false, reason: UNPAID.rateTooOld }
  }
  const requestUnits = unconvertUnits(units, rate.rate)
  return { counts: true, requestUnits, conversionRate: rateText(request, rate.rate) }
}

function rateText(request: MatchedRequest, rate: bigint): string {
  const { decimals } = getCurrency(request.payment_currency).currency
  return formatRate(rate, settlementDecimals(request), decimals)
}
