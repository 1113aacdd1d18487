import type { Row } from '../../../host/src/db/schema.ts'
import { createPriceRetry } from '../../../host/src/jobs/createPriceRetry.ts'
import { PriceUnavailableError } from '../../../host/src/prices/errors.ts'
import { PRICE_SCALE, type Price, type Prices } from '../../../host/src/prices/prices.ts'
import { issueQuote } from '../../../host/src/quotes/issueQuote.ts'
import type { Quote } from '../../../host/src/quotes/quoteRows.ts'
import { withPlan } from '../../../host/src/requests/requestPlan.ts'
import type { MockTransaction } from './mockChain.ts'
import type { TestDatabase } from './openTestDatabase.ts'
import type { Random } from './random.ts'
import { type MockWorld, startMockWorld } from './startMockWorld.ts'

/** The state of the market: its prices over time, and whether the sources respond. */
type Market = {
  changes: { fromMs: number; price: bigint }[]
  isDown: boolean
}

/** A payment on the final chain: its units and its block's time. */
type ChainPayment = { txHash: string; units: bigint; timeMs: number }

/** All facts that decide the credit of one request's payments. */
export type History = {
  request: Row<'requests'>
  quotes: readonly Quote[]
  payments: readonly ChainPayment[]
  market: Market
  /** The number of times that each kind of event occurred. */
  happened: Record<string, number>
}

/** 100 DAI, due on another network, payable in USDC. */
const DUE_UNITS = 100n * 10n ** 18n
const SETTINGS = { PAY_PRICE_SOURCES: 'coinbase,kraken' }
const MAX_STEPS = 12

/** Creates the prices of a market whose state a history changes. */
function createMarketPrices(market: Market, now: () => Date): Prices {
  const readAt = async (pair: Parameters<Prices['readAt']>[0], time: Date): Promise<Price> => {
    const change = market.changes.findLast(({ fromMs }) => fromMs <= time.getTime())
    if (market.isDown || change === undefined) throw new PriceUnavailableError(pair, 'too_few')
    const rate = change.price
    return { ...pair, rate, at: time, observations: [{ source: 'alpha', rate, at: time }] }
  }
  return {
    readAt,
    read: (pair) => readAt(pair, now()),
    canPrice: () => true,
    canPriceAt: () => true,
    async [Symbol.asyncDispose]() {},
  }
}

/**
 * Runs one seeded history of a quoted request, with quotes and with payments of exact and other amounts. In between there are pauses beyond
 * expiry and grace, price jumps, silent sources, reorganisations and killed hosts. At the end, the sources respond again and every job has
 * run. The new world continues the one in `continues`, and the caller disposes of it.
 */
export async function liveQuotedHistory(
  fills: TestDatabase,
  random: Random,
  continues?: MockWorld,
): Promise<{ history: History; world: MockWorld }> {
  const market: Market = { changes: [], isDown: false }
  let nowOf = () => new Date()
  const prices = createMarketPrices(market, () => nowOf())
  const start = (before: MockWorld | undefined) =>
    startMockWorld({
      fills,
      prices,
      env: SETTINGS,
      seed: random.integer(1, 2 ** 31),
      ...(before === undefined ? {} : { continues: before }),
    })
  let world = await start(continues)
  nowOf = world.context.now
  const nowMs = () => nowOf().getTime()
  const token = world.network.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? ''
  const jump = () => market.changes.push({ fromMs: nowMs(), price: drawPrice(random) })
  jump()
  world.mine()
  await world.poll(2)
  const request = await world.createRequest(undefined, {
    token,
    units: DUE_UNITS,
    invoice: 'DAI-devnet-b',
    pricing: 'market',
  })
  const quotes: Quote[] = []
  const happened: Record<string, number> = {}
  const sent: MockTransaction[] = []

  const quote = async () => {
    const row = await world.request(request.id)
    const amountUnits = DUE_UNITS - BigInt(row.paid_units)
    if (amountUnits <= 0n || market.isDown) return
    const quoted = { request: withPlan(row), amountUnits, feeUnits: 0n, percentage: null }
    const issued = await issueQuote(world.context, quoted)
    if (quotes.every(({ id }) => id !== issued.id)) quotes.unshift(issued)
  }
  const pay = () => {
    const transaction = world.payment(request, drawUnits(random, quotes))
    sent.push(transaction)
    world.mine([transaction])
  }
  const restart = async () => {
    const before = world
    world = await start(before)
    nowOf = world.context.now
    await before[Symbol.asyncDispose]()
  }
  const reorganise = async () => {
    const depth = Math.min(random.integer(1, 4), world.blocks.length - 3)
    if (depth < 1) return
    world.drop(0, depth)
    world.unite(0)
    // Some of the dropped payments are mined again, in later blocks.
    const kept = new Set(hashesOn(world))
    for (const transaction of sent) {
      if (!kept.has(transaction.hash) && random.chance(0.7)) world.mine([transaction])
    }
    for (let block = 0; block <= depth; block += 1) world.mine()
    await world.poll(4)
  }
  const actions = {
    quote,
    pay,
    jump,
    pause: () => world.tick(random.pick([1_000, 20_000, 200_000, 600_000, 1_000_000])),
    poll: () => world.poll(),
    die: () => {
      market.isDown = true
    },
    revive: () => {
      market.isDown = false
    },
    restart,
    reorganise,
    retry: async () => {
      await createPriceRetry(world.context)()
    },
  }
  await quote()
  const steps = random.integer(4, MAX_STEPS)
  for (let step = 0; step < steps; step += 1) {
    const name = random.pick<keyof typeof actions>([
      'quote',
      'quote',
      'pay',
      'pay',
      'pay',
      'jump',
      'pause',
      'pause',
      'poll',
      'die',
      'revive',
      'restart',
      'reorganise',
      'retry',
    ])
    happened[name] = (happened[name] ?? 0) + 1
    await actions[name]()
  }
  market.isDown = false
  for (let block = 0; block < 4; block += 1) world.mine()
  await world.poll(5)
  await world.tick(61_000)
  await createPriceRetry(world.context)()
  const payments = paymentsOn(world, sent)
  const row = await world.request(request.id)
  return { history: { request: row, quotes, payments, market, happened }, world }
}

/** Prices between 0.5 and 2 DAI per USDC, with up to 18 decimals. */
function drawPrice(random: Random): bigint {
  return (
    PRICE_SCALE / 2n + (PRICE_SCALE * BigInt(random.integer(0, 1_500_000_007))) / 1_000_000_000n
  )
}

/** The exact amount of any quote, a part of it, a little more, or an unrelated small amount. */
function drawUnits(random: Random, quotes: readonly Quote[]): bigint {
  const [first, ...others] = quotes
  if (first === undefined || random.chance(0.2)) return BigInt(random.integer(1, 150_000_000))
  const units = BigInt(random.pick([first, ...others]).payment_units)
  return random.pick([units, units, units / 3n + 1n, units - 1n, units + 1n])
}

function hashesOn({ blocks }: MockWorld): string[] {
  return blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => hash))
}

function paymentsOn({ blocks }: MockWorld, sent: readonly MockTransaction[]): ChainPayment[] {
  const known = new Set(sent.map(({ hash }) => hash))
  return blocks.flatMap(({ timestampS, transactions }) =>
    transactions
      .filter(({ hash }) => known.has(hash))
      .map(({ hash, logs }) => ({
        txHash: hash,
        units: BigInt(logs[0]?.data ?? '0x0'),
        timeMs: Number(timestampS) * 1_000,
      })),
  )
}
