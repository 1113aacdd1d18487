import type { ReportingCurrency } from '@secure-payment/core/api'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { totalPayments } from '../../host/src/api/payments/totalPayments.ts'
import { decimalsOf } from '../../host/src/db/migrate.ts'
import { indexAmounts } from '../../host/src/db/migrations/0058-index-payment-amounts.ts'
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
import { IS_QUICK } from '../tiers.ts'
import { openTestDatabase, type TestDatabase } from './support/openTestDatabase.ts'
import { createRandom, type Random } from './support/random.ts'
import {
  CLIENT_IDS,
  EMAILS,
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

/** Histories per run; `SEARCH_SEEDS=100` runs more, and `SEED=n` repeats one history. */
const SEED_COUNT = Number(process.env['SEARCH_SEEDS'] ?? (IS_QUICK ? 1 : 2))
const ONLY_SEED = process.env['SEED']
const STEPS = 12
const FILTERS_A_STEP = 25

let database: TestDatabase
/** Another host on the same database. */
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
    'the search returns and counts the same as a check of every payment (SEED=%s)',
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
        await compareTotals(payments, random)
      }
      const counted = await database.db.kysely.selectFrom('counted_lists').selectAll().execute()
      // Both search strategies ran, because only the two busy wallets have long lists of payments.
      expect(counted.length).toBeGreaterThan(2)
      expect(counted.length).toBeLessThan(WALLETS.length + REFERENCES.length)
    },
    300_000,
  )

  it('the search finds the same amounts and e-mail addresses in a migrated database', async () => {
    const random = createRandom(11)
    await using history = await startSearchHistory([database.db, neighbour], random)
    for (let round = 0; round < 10; round += 1) {
      for (const network of NETWORKS) await history.record(network, 350)
    }
    const { kysely } = database.db
    const read = async () => {
      const payments = await kysely.selectFrom('payments').selectAll().orderBy('id').execute()
      const entries = await kysely
        .selectFrom('payment_entries')
        .selectAll()
        .where(isOfAmount)
        .orderBy('list')
        .orderBy('payment_id')
        .execute()
      return { payments, entries }
    }
    const recorded = await read()
    await forgetAmounts()
    await database.db.exclusive(({ transaction }) =>
      transaction((tx) => indexAmounts(tx, decimalsOf)),
    )
    const migrated = await read()
    expect(migrated).toEqual(recorded)
    const named = migrated.payments.filter(({ customer_email }) => customer_email !== null)
    expect(named.length).toBeGreaterThan(1_000)
    const counted = await kysely.selectFrom('counted_lists').selectAll().where(isOfAmount).execute()
    expect(counted.length).toBeGreaterThan(1)
    for (let filter = 0; filter < FILTERS_A_STEP; filter += 1) {
      await compare(migrated.payments, drawFilter(random, migrated.payments), random)
    }
    await history.record('base', 200)
    await history.revoke('base')
    const { payments } = await read()
    for (let filter = 0; filter < FILTERS_A_STEP; filter += 1) {
      await compare(payments, drawFilter(random, payments), random)
    }
  }, 300_000)

  it('the search returns every payment once to a reader that pages by cursor while other payments are added', async () => {
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

const isOfAmount = sql<boolean>`substr(list, 1, 1) in ('a', 'e')`

/** Restores the database's state from before the search by amounts and e-mail addresses. */
async function forgetAmounts(): Promise<void> {
  await database.db.transaction(async (tx) => {
    for (const table of ['payment_entries', 'payment_counts', 'counted_lists'] as const) {
      await tx.deleteFrom(table).where(isOfAmount).execute()
    }
    await tx.updateTable('payments').set({ customer_email: null }).execute()
  })
}

const EVERYTHING: PaymentFilter = {
  tenantId: TENANTS[0],
  clientId: null,
  type: null,
  invoiceCurrencies: null,
  paymentCurrencies: null,
  wallet: null,
  payer: null,
  reference: null,
  customerEmail: null,
  amount: null,
  paymentId: null,
  requestId: null,
  paymentReference: null,
  txHash: null,
  securePaymentToken: null,
  linkToken: null,
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
    customerEmail: some(0.2, () => random.pick(EMAILS)),
    amount: some(0.3, () => ({
      amount: random.pick(['0.000001', '12.5', '10', '0.1', '7']),
      currencies: some(0.5, () => [random.pick(PAYMENT_CURRENCIES), 'EUR']),
    })),
    paymentId: null,
    requestId: some(0.08, () => payment?.request_id ?? ''),
    paymentReference: null,
    txHash: some(0.08, () => payment?.tx_hash ?? ''),
    securePaymentToken: null,
    linkToken: null,
    range: {
      from: random.chance(0.4) ? new Date(fromMs).toISOString() : ALWAYS.from,
      until: random.chance(0.4) ? new Date(untilMs).toISOString() : ALWAYS.until,
    },
  }
}

/** Compares the complete results of three ways to read: a page at an offset, all pages by cursor, and a check of every payment. */
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

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
] as const

/** Compares the totals of random days with a sum over every payment, whose day the runtime's own calendar determines. */
async function compareTotals(payments: readonly Row<'payments'>[], random: Random): Promise<void> {
  const [timeZone, tenantId] = [random.pick(ZONES), random.pick(TENANTS)]
  const interval = random.pick(['day', 'week', 'month'] as const)
  const [fromDate = '', toDate = ''] = [0, 0]
    .map(() => new Date(random.integer(FIRST_MS, LAST_MS)).toISOString().slice(0, 10))
    .sort()
  const query = { fromDate, toDate, timeZone, interval }
  const context = { db: random.pick([database.db, neighbour]), now: () => new Date(LAST_MS) }
  const currency = random.pick(['USD', 'EUR', 'JPY', 'GBP'] as const)
  await chooseCurrency(tenantId, currency)
  const found = await totalPayments(context, { query, caller: { tenantId } })
  const payouts = await readPayouts()
  const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const counted = payments
    .filter((payment) => payment.tenant_id === tenantId)
    .map((payment) => ({ ...payment, date: calendar.format(new Date(payment.block_time)) }))
    .filter(({ date }) => date >= fromDate && date <= toDate)
  const told = JSON.stringify({ query, tenantId, currency })
  const sum = (rows: readonly (typeof counted)[number][]) => ({
    received: addUp(
      rows.filter((row) => !payouts.has(row.request_id)),
      currency,
    ),
    paidOut: addUp(
      rows.filter((row) => payouts.has(row.request_id)),
      currency,
    ),
  })
  const { intervals, ...all } = found
  expect(all, told).toEqual({
    timeZone,
    reportingCurrency: currency,
    ...sum(counted),
  })
  expect(intervals.at(0)?.date, told).toBe(fromDate)
  for (const [index, { date, from, until, ...totals }] of intervals.entries()) {
    const end = intervals[index + 1]?.date ?? '9999'
    if (end !== '9999') expect(until, told).toBe(intervals[index + 1]?.from)
    const within = counted.filter((row) => row.date >= date && row.date < end)
    expect(totals, `${told} ${date}`).toEqual(sum(within))
    expect(calendar.format(new Date(from)), told).toBe(date)
  }
}

/** A merchant may change its reporting currency at any time. */
async function chooseCurrency(tenantId: string, currency: ReportingCurrency): Promise<void> {
  await database.db.kysely
    .updateTable('tenants')
    .set({ reporting_currency: currency })
    .where('id', '=', tenantId)
    .execute()
}

function addUp(rows: readonly Row<'payments'>[], currency: ReportingCurrency) {
  const dollars = sumUp(rows.map(({ amount_in_usd }) => amount_in_usd))
  const worths = rows.map(({ amount_in_usd, fiat_worths }): string | null =>
    currency === 'USD' ? amount_in_usd : (JSON.parse(fiat_worths ?? '{}')[currency] ?? null),
  )
  const reported = sumUp(worths)
  return {
    paymentCount: rows.length,
    amountInUsd: dollars.text,
    unvaluedCount: dollars.unknown,
    amountInReportingCurrency: reported.text,
    unvaluedInReportingCurrencyCount: reported.unknown,
  }
}

function sumUp(worths: readonly (string | null)[]) {
  const values = worths.flatMap((worth) =>
    worth === null || worth === '1000000000000' ? [] : [worth],
  )
  const units = values.reduce((sum, value) => {
    const [whole = '', fraction = ''] = value.split('.')
    return sum + BigInt(whole + fraction.padEnd(8, '0'))
  }, 0n)
  const text = String(units).padStart(9, '0')
  return {
    unknown: worths.length - values.length,
    text: `${text.slice(0, -8)}.${text.slice(-8)}`.replace(/\.?0+$/, ''),
  }
}

async function readPayouts(): Promise<ReadonlySet<string>> {
  const rows = await database.db.kysely
    .selectFrom('requests')
    .select('id')
    .where('is_payout', '=', 1)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Compares numbers, unlike the search, which compares texts. */
function hasAmount(
  payment: Row<'payments'>,
  { amount, currencies }: NonNullable<PaymentFilter['amount']>,
): boolean {
  const { invoice_currency, payment_currency, request_units, credited_units } = payment
  const used = [invoice_currency, payment_currency]
  if (currencies !== null && !currencies.some((id) => used.includes(id))) return false
  const price = Number(request_units) / (['USD', 'EUR'].includes(invoice_currency) ? 1e8 : 1e6)
  const isConverted = invoice_currency !== payment_currency
  const wanted = Number(amount)
  return price === wanted || (isConverted && Number(credited_units) / 1e6 === wanted)
}

/** Applies the search's rules to one payment. */
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
    (filter.customerEmail === null || payment.customer_email === filter.customerEmail) &&
    (filter.amount === null || hasAmount(payment, filter.amount)) &&
    (filter.requestId === null || payment.request_id === filter.requestId) &&
    (filter.txHash === null || payment.tx_hash === filter.txHash) &&
    payment.block_time >= filter.range.from &&
    payment.block_time < filter.range.until
  )
}
