import { describe, expect, test } from 'vitest'
import { IS_QUICK } from '../tiers.ts'
import { creditByRule } from './support/creditByRule.ts'
import { openTestDatabase } from './support/openTestDatabase.ts'
import { type History, liveQuotedHistory } from './support/quotedHistory.ts'
import { createRandom } from './support/random.ts'
import type { MockWorld } from './support/startMockWorld.ts'

/** Histories per run; `QUOTE_FIRST_SEED=n` and `QUOTE_SEEDS=1` repeat one. */
const SEED_COUNT = Number(process.env['QUOTE_SEEDS'] ?? (IS_QUICK ? 60 : 1_000))
const FIRST_SEED = Number(process.env['QUOTE_FIRST_SEED'] ?? 1)
/** Seeds that once failed, because a quote was created within a minute after a payment. */
const KEPT_SEEDS = process.env['QUOTE_SEEDS'] === undefined ? [356, 701] : []
/** The histories that share a chain and a database. */
const HISTORIES_A_DATABASE = 50

/** Credits a payment by the rule. DAI has 18 decimals, and USDC has 6. */
function credit({ quotes, market }: History, payment: History['payments'][number]) {
  const marketPriceAt = (timeMs: number) => {
    let price = 0n
    for (const change of market.changes) if (change.fromMs <= timeMs) price = change.price
    return price
  }
  return creditByRule({ payment, quotes, marketPriceAt, invoiceDecimals: 18, paymentDecimals: 6 })
}

async function recordedOf(world: MockWorld, requestId: string) {
  const rows = await world.context.db.kysely
    .selectFrom('payments')
    .select(['tx_hash', 'request_units', 'rate_source', 'quote_id'])
    .where('request_id', '=', requestId)
    .execute()
  return rows
    .map((row) => `${row.tx_hash} ${row.request_units} ${row.rate_source} ${row.quote_id !== null}`)
    .toSorted()
}

function expectedOf(history: History): { payments: string[]; paidUnits: bigint } {
  let paidUnits = 0n
  const payments = history.payments.flatMap((payment) => {
    const counted = credit(history, payment)
    if (counted === null) return []
    paidUnits += counted.units
    return [`${payment.txHash} ${counted.units} ${counted.by} ${counted.by === 'quote'}`]
  })
  return { payments: payments.toSorted(), paidUnits }
}

function statusOf(paidUnits: bigint, expectedUnits: bigint): string {
  if (paidUnits >= expectedUnits) return 'paid'
  return paidUnits > 0n ? 'partially_paid' : 'created'
}

/** Runs several histories on one chain, and returns the differences from the rule. */
async function liveMany(seeds: readonly number[]): Promise<Tally> {
  const tally: Tally = { differences: [], quoted: 0, market: 0, happened: {} }
  await using database = await openTestDatabase()
  let world: MockWorld | undefined
  for (const seed of seeds) {
    const lived = await liveQuotedHistory(database, createRandom(seed), world)
    await world?.[Symbol.asyncDispose]()
    world = lived.world
    const { history } = lived
    const recorded = await recordedOf(world, history.request.id)
    const expected = expectedOf(history)
    const stored = {
      payments: recorded,
      paidUnits: BigInt(history.request.paid_units),
      status: history.request.status,
    }
    const status = statusOf(expected.paidUnits, BigInt(history.request.expected_units))
    if (!isSame(stored, { ...expected, status })) {
      tally.differences.push({ seed, stored, expected: { ...expected, status } })
    }
    tally.quoted += recorded.filter((row) => row.endsWith('quote true')).length
    tally.market += recorded.filter((row) => row.endsWith('market false')).length
    for (const [name, count] of Object.entries(history.happened)) {
      tally.happened[name] = (tally.happened[name] ?? 0) + count
    }
  }
  await world?.[Symbol.asyncDispose]()
  return tally
}

type Tally = {
  differences: unknown[]
  quoted: number
  market: number
  happened: Record<string, number>
}

function isSame(a: object, b: object): boolean {
  const text = (value: object) =>
    JSON.stringify(value, (_key, member) => (typeof member === 'bigint' ? `${member}` : member))
  return text(a) === text(b)
}

const seeds = [
  ...KEPT_SEEDS,
  ...Array.from({ length: SEED_COUNT }, (_, index) => FIRST_SEED + index),
]
const groups = Array.from({ length: Math.ceil(seeds.length / HISTORIES_A_DATABASE) }, (_, index) =>
  seeds.slice(index * HISTORIES_A_DATABASE, (index + 1) * HISTORIES_A_DATABASE),
)

describe('Quoted requests', () => {
  test.each(groups.map((group) => [group[0], group.at(-1), group] as const))(
    'quoted requests with seeds %i to %i are credited exactly as the rule states',
    async (_first, _last, group) => {
      const tally = await liveMany(group)
      expect(tally.differences).toEqual([])
      if (group.length < HISTORIES_A_DATABASE) return
      // The histories cover both prices and every event.
      expect(Math.min(tally.quoted, tally.market)).toBeGreaterThan(0)
      expect(Object.keys(tally.happened)).toHaveLength(10)
    },
    600_000,
  )
})
