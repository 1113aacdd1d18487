import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../host/src/db/openDatabase.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { findPayments } from '../../host/src/search/findPayments.ts'
import type {
  FoundPage,
  PageRequest,
  PaymentFilter,
  Position,
} from '../../host/src/search/paymentFilter.ts'
import { ALWAYS } from '../../host/src/search/periods.ts'
import { openTestDatabase, type TestDatabase } from './support/openTestDatabase.ts'
import { createRandom, type Random } from './support/random.ts'
import {
  CLIENT_IDS,
  FIRST_MS,
  INVOICE_CURRENCIES,
  LAST_MS,
  NETWORKS,
  PAYMENT_CURRENCIES,
  REFERENCES,
  type SearchHistory,
  startSearchHistory,
  TENANTS,
  TYPES,
  WALLETS,
} from './support/searchHistory.ts'

/** Histories per run; `SEARCH_SEEDS=100` runs more, `SEED=n` repeats one. */
const SEED_COUNT = Number(process.env['SEARCH_SEEDS'] ?? 2)
const ONLY_SEED = process.env['SEED']
const STEPS = 12
const FILTERS_A_STEP = 25

let database: TestDatabase
/** Another host of the same database. */
let neighbour: Database

beforeEach(async () => {
  database = await openTestDatabase()
  neighbour = await openDatabase(database.url)
})

afterEach(async () => {
  await neighbour?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
})

function seeds(): number[] {
  if (ONLY_SEED !== undefined) return [Number(ONLY_SEED)]
  return Array.from({ length: SEED_COUNT }, (_, index) => index + 1)
}

describe('The search', () => {
  it.each(seeds())(
    'returns and counts the same as a check of every payment (SEED=%s)',
    async (seed) => {
      const random = createRandom(seed)
      await using history = await startSearchHistory([database.db, neighbour], random)
      await Promise.all(NETWORKS.map((network) => history.record(network, 900)))
      for (let step = 0; step < STEPS; step += 1) {
        await takeStep(history, random)
        const payments = await database.db.kysely.selectFrom('payments').selectAll().execute()
        for (let filter = 0; filter < FILTERS_A_STEP; filter += 1) {
          await compare(payments, drawFilter(random, payments), random)
        }
      }
      const counted = await database.db.kysely.selectFrom('counted_lists').selectAll().execute()
      // Both search strategies ran: the two busy wallets grew long, the others did not.
      expect(counted.length).toBeGreaterThan(2)
      expect(counted.length).toBeLessThan(WALLETS.length + REFERENCES.length)
    },
    300_000,
  )

  it('returns every payment once to a reader by cursor while others are added', async () => {
    const random = createRandom(7)
    await using history = await startSearchHistory([database.db, neighbour], random)
    await history.record('base', 700)
    const filter = { ...EVERYTHING, wallet: WALLETS[0] }
    const before = await database.db.kysely.selectFrom('payments').selectAll().execute()
    const expected = before.filter((payment) => matches(payment, filter)).map(({ id }) => id)
    const seen: string[] = []
    let request: PageRequest = { limit: 40, offset: 0 }
    for (;;) {
      const recording = history.record('devnet', 30)
      const found: FoundPage = await findPayments(database, filter, request)
      await recording
      seen.push(...found.page.map(({ id }) => id))
      const last = found.page.at(-1)
      if (!found.hasMore || last === undefined) break
      request = { limit: 40, after: last }
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(expected.filter((id) => !seen.includes(id))).toEqual([])
  })
})

const EVERYTHING: PaymentFilter = {
  tenantId: TENANTS[0],
  clientId: null,
  type: null,
  invoiceCurrencies: null,
  paymentCurrencies: null,
  wallet: null,
  payer: null,
  reference: null,
  requestId: null,
  paymentReference: null,
  txHash: null,
  range: ALWAYS,
}

/** Runs a step on both hosts at once, each with its network. */
async function takeStep(history: SearchHistory, random: Random): Promise<void> {
  const [first, second] = NETWORKS
  const size = () => random.pick([1, 3, 40, 350])
  const act = (network: (typeof NETWORKS)[number]) =>
    random.pick([
      () => history.record(network, size()),
      () => history.record(network, 350),
      () => history.record(network, size()),
      () => history.revoke(network),
      () => history.crash(network, size()),
    ])()
  await Promise.all([act(first), act(second)])
}

function drawFilter(random: Random, payments: readonly Row<'payments'>[]): PaymentFilter {
  const some = <T>(probability: number, draw: () => T): T | null =>
    random.chance(probability) ? draw() : null
  const payment = payments[random.integer(0, Math.max(0, payments.length - 1))]
  const spell = (wallet: string) =>
    wallet.startsWith('T') || random.chance(0.5) ? wallet : `0x${wallet.slice(2).toUpperCase()}`
  const limits = [FIRST_MS, LAST_MS]
    .map(() => random.integer(FIRST_MS, LAST_MS))
    .sort((a, b) => a - b)
  const [fromMs = FIRST_MS, untilMs = LAST_MS] = limits.map((ms) =>
    random.pick([
      ms,
      ms - (ms % 3_600_000),
      ms - (ms % 86_400_000),
      Date.parse(payment?.block_time ?? '2026-01-01'),
    ]),
  )
  const clientId = some(0.2, () => random.pick(CLIENT_IDS))
  const payer = clientId === null ? null : some(0.4, () => random.pick(WALLETS))
  return {
    tenantId: random.chance(0.9) ? TENANTS[0] : TENANTS[1],
    clientId,
    type: some(0.3, () => random.pick(TYPES)),
    invoiceCurrencies: some(0.2, () => [random.pick(INVOICE_CURRENCIES), 'USD']),
    paymentCurrencies: some(0.2, () => [random.pick(PAYMENT_CURRENCIES)]),
    wallet: payer === null ? some(0.5, () => spell(random.pick(WALLETS))) : null,
    payer,
    reference: some(0.2, () => random.pick(REFERENCES)),
    requestId: some(0.08, () => payment?.request_id ?? ''),
    paymentReference: null,
    txHash: some(0.08, () => payment?.tx_hash ?? ''),
    range: {
      from: random.chance(0.4) ? new Date(fromMs).toISOString() : ALWAYS.from,
      until: random.chance(0.4) ? new Date(untilMs).toISOString() : ALWAYS.until,
    },
  }
}

/**
 * Compares the complete result of three ways: a page at an offset, all pages by cursor, and a check of every payment.
 */
async function compare(
  payments: readonly Row<'payments'>[],
  filter: PaymentFilter,
  random: Random,
): Promise<void> {
  const expected = payments
    .filter((payment) => matches(payment, filter))
    .map(({ block_time, id }): Position => ({ blockTime: block_time, id }))
    .sort((a, b) => (a.blockTime + a.id < b.blockTime + b.id ? 1 : -1))
  const told = JSON.stringify(filter)
  const limit = random.integer(1, 100)
  const offset = random.integer(0, expected.length + 2)
  const found = await findPayments(database, filter, { offset, limit })
  expect(found.total, told).toBe(expected.length)
  expect(found.page, told).toEqual(expected.slice(offset, offset + limit))
  expect(found.hasMore, told).toBe(expected.length > offset + limit)
  const after = expected[random.integer(0, Math.max(0, expected.length - 1))]
  if (after === undefined) return
  const place = expected.indexOf(after) + 1
  const next = await findPayments({ db: neighbour }, filter, { after, limit })
  expect(next.total, told).toBe(expected.length)
  expect(next.page, told).toEqual(expected.slice(place, place + limit))
  expect(next.hasMore, told).toBe(expected.length > place + limit)
}

/** Applies the rules of the search to one payment. */
function matches(payment: Row<'payments'>, filter: PaymentFilter): boolean {
  const isWallet = (address: string | null) =>
    address !== null &&
    (address === filter.wallet ||
      (address.startsWith('0x') && address.toLowerCase() === filter.wallet?.toLowerCase()))
  return (
    payment.tenant_id === filter.tenantId &&
    (filter.clientId === null || payment.client_id === filter.clientId) &&
    (filter.type === null || payment.type === filter.type) &&
    (filter.invoiceCurrencies?.includes(payment.invoice_currency) ?? true) &&
    (filter.paymentCurrencies?.includes(payment.payment_currency) ?? true) &&
    (filter.wallet === null || isWallet(payment.payer) || isWallet(payment.payee)) &&
    (filter.payer === null || payment.payer === filter.payer) &&
    (filter.reference === null || payment.reference === filter.reference) &&
    (filter.requestId === null || payment.request_id === filter.requestId) &&
    (filter.txHash === null || payment.tx_hash === filter.txHash) &&
    payment.block_time >= filter.range.from &&
    payment.block_time < filter.range.until
  )
}
