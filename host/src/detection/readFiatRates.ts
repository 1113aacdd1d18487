import type { ChainClient, Rate } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import type { PricePair } from '../prices/prices.ts'
import { CURRENT_MS, readPriceAt } from '../prices/readPriceAt.ts'
import { type Fiat, type FiatPaths, fiatPaths } from '../rates/otherFiats.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'
import { withinMs } from '../withinMs.ts'

/** The rates at each block, by block number. A currency's rate is the value of 10^18 of its units, in units of 10^-8 dollars. */
export type FiatRates = ReadonlyMap<bigint, ReadonlyMap<string, bigint>>

type Rates = ReadonlyMap<bigint, Map<string, bigint>>

/** The maximum time for which recording waits for the chains' rates, and for market prices after them. */
const DEADLINE_MS = 2_000
/** The maximum number of blocks whose rates are read, newest first: after an outage, recording takes priority. */
const MAX_BLOCKS = 10
/** The maximum number of market prices per range, newest blocks first. */
const MAX_PRICES = 20

/**
 * Reads the dollar rates of other fiat currencies at the payments' blocks. If the network has no rate for a currency and the payment is
 * young, another served network's current rate applies. Without any of these, the market price applies: the current one for a young
 * payment, otherwise the price of its block's time. Rates that cannot be read at once are omitted; this function never fails.
 */
export async function readFiatRates(
  context: Pick<Context, 'chains' | 'now' | 'prices'>,
  client: Pick<ChainClient, 'network' | 'readRates'>,
  payments: readonly Pick<DetectedPayment, 'blockNumber' | 'blockTime'>[],
  fiats: readonly Fiat[],
): Promise<FiatRates> {
  const rates = new Map<bigint, Map<string, bigint>>()
  // A network without these contracts has no rates for its tokens either.
  const hasRates = client.network.contracts.ChainlinkConversionPath !== undefined
  if (!hasRates && context.prices === null) return rates
  const blocks = [...new Map(payments.map((one) => [one.blockNumber, one.blockTime]))]
    .sort(([a], [b]) => Number(b - a))
    .slice(0, MAX_BLOCKS)
  for (const [blockNumber] of blocks) rates.set(blockNumber, new Map())
  const oldest = new Date(context.now().getTime() - CURRENT_MS).toISOString()
  const young = blocks.filter(([, time]) => time >= oldest)
  const paths = fiatPaths(client.network, fiats)
  const others = fiats.filter(({ id }) => !paths.has(id))
  const reads = [
    readBlocks(client, paths, rates),
    readElsewhere(context, young.length === 0 ? [] : others, (currency, rate) => {
      for (const [blockNumber] of young) rates.get(blockNumber)?.set(currency, rate)
    }),
  ]
  await withinMs(DEADLINE_MS, Promise.allSettled(reads))
  const missing = blocks.flatMap(([blockNumber, time]) =>
    fiats.flatMap(({ id }) => {
      const ofBlock = rates.get(blockNumber)
      return ofBlock === undefined || ofBlock.has(id) ? [] : [{ id, time, ofBlock }]
    }),
  )
  await withinMs(DEADLINE_MS, readMarket(context, missing.slice(0, MAX_PRICES)))
  return rates
}

type MissingRate = { id: string; time: string; ofBlock: Map<string, bigint> }

/** Reads the market prices of currencies in dollars; omits those of which no price is certain. */
async function readMarket(
  context: Pick<Context, 'now' | 'prices'>,
  missing: readonly MissingRate[],
): Promise<void> {
  const reads = missing.map(async ({ id, time, ofBlock }) => {
    const pair: PricePair = { asset: id, currency: 'USD' }
    const price = await readPriceAt(context, pair, new Date(time))
    if (price !== null) ofBlock.set(id, price.rate)
  })
  await Promise.allSettled(reads)
}

/** Reads block by block, newest first, and stops at the first block without a response, because fewer nodes keep older states. */
async function readBlocks(
  client: Pick<ChainClient, 'readRates'>,
  paths: FiatPaths,
  rates: Rates,
): Promise<void> {
  if (paths.size === 0) return
  for (const [blockNumber, ofBlock] of rates) {
    const answers = await client.readRates([...paths.values()], blockNumber)
    eachRate(paths, answers, (currency, rate) => ofBlock.set(currency, rate))
  }
}

/** Reads the current rates of currencies, each from the first served network that returns one. */
async function readElsewhere(
  { chains }: Pick<Context, 'chains'>,
  fiats: readonly Fiat[],
  onRate: (currency: string, rate: bigint) => void,
): Promise<void> {
  let missing = fiats
  for (const id of chains.ids) {
    const client = chains.get(id)
    const paths = fiatPaths(client.network, missing)
    if (paths.size === 0) continue
    const found = new Set<string>()
    const answers = await client.readRates([...paths.values()]).catch(() => [])
    eachRate(paths, answers, (currency, rate) => {
      found.add(currency)
      onRate(currency, rate)
    })
    missing = missing.filter((fiat) => !found.has(fiat.id))
  }
}

function eachRate(
  paths: FiatPaths,
  answers: readonly (Rate | null)[],
  onRate: (currency: string, rate: bigint) => void,
): void {
  for (const [index, currency] of [...paths.keys()].entries()) {
    const rate = answers[index]?.rate ?? 0n
    if (rate > 0n) onRate(currency, rate)
  }
}
