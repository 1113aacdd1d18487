import type { ReportingCurrency } from '@secure-payment/core/api'
import type { ChainClient, Rate } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import { type FiatPaths, fiatPaths, OTHER_FIATS, type OtherFiat } from '../rates/otherFiats.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'
import { withinMs } from './withinMs.ts'

/** The rates at each block, by block number. A currency's rate is the value of 10^18 of its units, in units of 10^-8 dollars. */
export type FiatRates = ReadonlyMap<bigint, ReadonlyMap<ReportingCurrency, bigint>>

/** The maximum time for which recording waits for these rates. */
const DEADLINE_MS = 2_000
/** The maximum number of blocks whose rates are read, newest first: after an outage, recording takes priority. */
const MAX_BLOCKS = 10
/** For a payment of at most this age, the current rate of another network counts as the rate at the payment. */
const CURRENT_MS = 3_600_000

/**
 * Reads the dollar rates of the other fiat currencies at the payments' blocks. If the network has no rate for a currency and the payment is
 * young, another served network's current rate applies. Rates that cannot be read at once are omitted; this function never fails.
 */
export async function readFiatRates(
  context: Pick<Context, 'chains' | 'now'>,
  client: Pick<ChainClient, 'network' | 'readRates'>,
  payments: readonly Pick<DetectedPayment, 'blockNumber' | 'blockTime'>[],
): Promise<FiatRates> {
  const rates = new Map<bigint, Map<ReportingCurrency, bigint>>()
  // A network without these contracts has no rates for its tokens either.
  if (client.network.contracts.ChainlinkConversionPath === undefined) return rates
  const blocks = [...new Map(payments.map((one) => [one.blockNumber, one.blockTime]))]
    .sort(([a], [b]) => Number(b - a))
    .slice(0, MAX_BLOCKS)
  for (const [blockNumber] of blocks) rates.set(blockNumber, new Map())
  const paths = fiatPaths(client.network, OTHER_FIATS)
  const oldest = new Date(context.now().getTime() - CURRENT_MS).toISOString()
  const young = blocks.filter(([, time]) => time >= oldest)
  const others = OTHER_FIATS.filter(({ id }) => !paths.has(id))
  const reads = [
    readBlocks(client, paths, rates),
    readElsewhere(context, young.length === 0 ? [] : others, (currency, rate) => {
      for (const [blockNumber] of young) rates.get(blockNumber)?.set(currency, rate)
    }),
  ]
  await withinMs(DEADLINE_MS, Promise.allSettled(reads))
  return rates
}

/** Reads block by block, newest first, and stops at the first block without a response, because fewer nodes keep older states. */
async function readBlocks(
  client: Pick<ChainClient, 'readRates'>,
  paths: FiatPaths,
  rates: ReadonlyMap<bigint, Map<ReportingCurrency, bigint>>,
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
  fiats: readonly OtherFiat[],
  onRate: (currency: ReportingCurrency, rate: bigint) => void,
): Promise<void> {
  let missing = fiats
  for (const id of chains.ids) {
    const client = chains.get(id)
    const paths = fiatPaths(client.network, missing)
    if (paths.size === 0) continue
    const found = new Set<ReportingCurrency>()
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
  onRate: (currency: ReportingCurrency, rate: bigint) => void,
): void {
  for (const [index, currency] of [...paths.keys()].entries()) {
    const rate = answers[index]?.rate ?? 0n
    if (rate > 0n) onRate(currency, rate)
  }
}
