import type { PaymentLog } from '@secure-payment/core/evm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../../host/src/config.ts'
import { valueQuoted, valueSeen } from '../../host/src/detection/valueQuoted.ts'
import { PriceUnavailableError } from '../../host/src/prices/errors.ts'
import { PRICE_SCALE, type Prices } from '../../host/src/prices/prices.ts'
import type { Quote } from '../../host/src/quotes/quoteRows.ts'
import type { CreditedLog, MatchedRequest } from '../../host/src/settlement/detectedPayment.ts'
import { openTestDatabase, type TestDatabase } from './support/openTestDatabase.ts'

const ADDRESS = `0x${'0a'.repeat(20)}`
const CREATED = Date.UTC(2026, 10, 30, 12)
const EXPIRES = CREATED + 600_000
const GRACE_MS = 300_000
const at = (ms: number) => new Date(ms).toISOString()

const request: MatchedRequest = {
  id: 'r',
  tenant_id: 't',
  network: 'devnet',
  payee: ADDRESS,
  token_address: ADDRESS,
  expected_units: '10000000000',
  fee_units: '0',
  fee_percentage: null,
  fee_address: null,
  fee_bearer: 'payer',
  payment_reference: '0x7d1e0a92c4b85f36',
  expires_at: null,
  plan: { way: 'quoted', pricing: 'market' },
  invoice_currency: 'EUR',
  payment_currency: 'USDC-devnet',
  client_id: null,
  reference: null,
  payer: null,
  recurring_contract: null,
}
// Of the log's facts, only the amount matters.
const log = { amountUnits: 0n, logIndex: 1 } as PaymentLog

/** 100 euros for 108.695653 USDC: 0.92 euros per USDC. */
const quote: Quote = {
  id: 'q1',
  tenant_id: 't',
  request_id: 'r',
  payment_currency: 'USDC-devnet',
  price: '920000000000000000',
  sources: '[{"source":"alpha","at":"2026-11-30T12:00:00.000Z"}]',
  invoice_units: '10000000000',
  payment_units: '108695653',
  fee_units: '0',
  created_at: at(CREATED),
  expires_at: at(EXPIRES),
}
/** A newer quote for the same amount, at 0.5 euros per USDC. */
const newer: Quote = {
  ...quote,
  id: 'q2',
  price: '500000000000000000',
  payment_units: '200000000',
  created_at: at(CREATED + 400_000),
  expires_at: at(EXPIRES + 400_000),
}

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.kysely.insertInto('quotes').values([quote, newer]).execute()
})
afterAll(async () => {
  await database?.[Symbol.asyncDispose]()
})

const pricesOf = (rate: bigint | null, hasHistory = true): Prices => ({
  async readAt(pair, time) {
    if (rate === null) throw new PriceUnavailableError(pair, 'too_few')
    return { ...pair, rate, at: time, observations: [{ source: 'beta', rate, at: time }] }
  },
  read: () => Promise.reject(new Error('only past prices count')),
  canPrice: () => true,
  canPriceAt: () => hasHistory,
  async [Symbol.asyncDispose]() {},
})

// The code under test reads only the grace period.
const config = { prices: { graceS: GRACE_MS / 1_000 } } as Config

async function valueOne(
  units: bigint,
  timeMs: number,
  facts: { rate?: bigint | null; hasHistory?: boolean; change?: Partial<MatchedRequest> } = {},
) {
  const { rate = null, hasHistory, change = {} } = facts
  const match: CreditedLog = {
    log,
    request: { ...request, ...change },
    isCredited: true,
    valuation: 'quote',
  }
  const arrival = { match, units, timestampS: BigInt(Math.floor(timeMs / 1_000)) }
  const prices = pricesOf(rate, hasHistory)
  const worths = await valueQuoted({ db: database.db, config, prices }, [arrival])
  return worths.get(arrival)
}

const byQuote = (id: string, requestUnits: bigint) => ({
  counts: true,
  requestUnits,
  rateSource: 'quote',
  priced: { quoteId: id, sources: quote.sources },
})
const HALF = PRICE_SCALE / 2n

describe('A payment of a quoted amount', () => {
  test.each([
    ['before the expiry', EXPIRES - 1_000],
    ['at the expiry', EXPIRES],
    ['at the end of the grace', EXPIRES + GRACE_MS],
    ['a minute before the quote, by the clock of another machine', CREATED - 60_000],
  ])('a payment of a quoted amount counts as the whole amount: %s', async (_case, timeMs) => {
    expect(await valueOne(108_695_653n, timeMs)).toMatchObject(byQuote('q1', 10_000_000_000n))
  })

  test('a payment of a quoted amount shows the rate of the quote', async () => {
    // 1 / 0.92, and not the ratio of the rounded amounts: the payer saw the price.
    const conversionRate = '1.0869565217391305'
    expect(await valueOne(108_695_653n, CREATED)).toMatchObject({ conversionRate })
  })

  test('a payment of a quoted amount does not count at a quote that ended, or that was created afterwards', async () => {
    const late = await valueOne(108_695_653n, EXPIRES + GRACE_MS + 1_000)
    expect(late).toMatchObject({ priced: { quoteId: 'q2' } })
    const early = await valueOne(108_695_653n, CREATED - 61_000)
    expect(early).toEqual({ counts: false, reason: 'no_price' })
    // Another amount does not count before the creation, even within the minute for clocks.
    const other = await valueOne(108_695_652n, CREATED - 1_000)
    expect(other).toEqual({ counts: false, reason: 'no_price' })
  })
})

describe('A payment of another amount', () => {
  test('a payment of another amount counts in proportion to the newest quote, rounded down', async () => {
    // 30 USDC of 200 for 100 euros are 15 euros; 1 unit less is 14.9999995 euros.
    expect(await valueOne(30_000_000n, EXPIRES)).toMatchObject(byQuote('q2', 1_500_000_000n))
    expect(await valueOne(29_999_999n, EXPIRES)).toMatchObject(byQuote('q2', 1_499_999_950n))
    expect(await valueOne(30_000_000n, CREATED)).toMatchObject(byQuote('q1', 2_759_999_979n))
  })

  test('a payment of more than the quoted amount counts as more', async () => {
    expect(await valueOne(300_000_000n, EXPIRES)).toMatchObject(byQuote('q2', 15_000_000_000n))
  })
})

describe('A payment after the last quote', () => {
  const late = EXPIRES + 400_000 + GRACE_MS + 1_000

  test('a payment after the last quote counts at the market price of its block, rounded down', async () => {
    expect(await valueOne(200_000_001n, late, { rate: HALF })).toMatchObject({
      counts: true,
      requestUnits: 10_000_000_050n,
      conversionRate: '2',
      rateSource: 'market',
      priced: { quoteId: null, sources: expect.stringContaining('"source":"beta"') },
    })
  })

  test('a payment after the last quote does not count while no price is known', async () => {
    expect(await valueOne(200_000_000n, late)).toEqual({ counts: false, reason: 'no_price' })
  })

  test('a payment after the last quote never counts if no source can ever price it', async () => {
    const worth = await valueOne(200_000_000n, late, { hasHistory: false })
    expect(worth).toEqual({ counts: false, reason: 'no_price', isLasting: true })
  })

  test('a payment in a currency other than the quote’s does not count at the quote', async () => {
    const change = { payment_currency: 'USDT-devnet' }
    expect(await valueOne(108_695_653n, CREATED, { change, rate: HALF })).toMatchObject({
      rateSource: 'market',
    })
  })
})

describe('A payment at par', () => {
  const plan = { way: 'quoted', pricing: 'par' } as const
  const change = { plan, invoice_currency: 'USDC-base', payment_currency: 'USDC-bsc' }
  const units = 1_500_001n * 10n ** 12n
  const atPar = { counts: true, conversionRate: '1', rateSource: 'par', priced: null }

  test('a payment at par counts unit by unit, rounded down, at any time', async () => {
    expect(await valueOne(units, 0, { change })).toEqual({ ...atPar, requestUnits: 1_500_001n })
    expect(await valueOne(units - 1n, 0, { change })).toMatchObject({ requestUnits: 1_500_000n })
  })

  test('a payment at par that is worth less than one unit does not count', async () => {
    expect(await valueOne(1n, 0, { change })).toEqual({ counts: false, reason: 'worth_nothing' })
  })
})

test('a young payment counts as its quote states, or as nothing without one', async () => {
  const seen = (amountUnits: bigint): CreditedLog => ({
    log: { ...log, amountUnits },
    request,
    isCredited: true,
    valuation: 'quote',
  })
  const exact = seen(108_695_653n)
  const worths = await valueSeen({ db: database.db, config }, [exact], new Date(CREATED))
  expect(worths.get(exact)).toBe(10_000_000_000n)
  // A deep chain may confirm a payment long after its quote ended.
  const late = await valueSeen({ db: database.db, config }, [exact], new Date(EXPIRES + 4_000_000))
  expect(late.get(exact)).toBe(10_000_000_000n)
  const unquoted = { ...exact, request: { ...request, id: 'another' } }
  const none = await valueSeen({ db: database.db, config }, [unquoted], new Date(CREATED))
  expect(none.get(unquoted)).toBe(0n)
})
