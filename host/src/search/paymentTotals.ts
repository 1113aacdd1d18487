import { parseAmount } from '@secure-payment/core'
import { REPORTING_CURRENCIES } from '@secure-payment/core/api'
import { FIAT_DECIMALS } from '@secure-payment/core/conversion'
import { parseFiatWorths } from '../db/fiatWorths.ts'
import type { Database, Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { insertMany } from './insertMany.ts'
import type { SearchedPayment } from './searchedPayment.ts'

const UNIT = 10n ** BigInt(FIAT_DECIMALS)
/**
 * The maximum number of a worth's whole digits. A longer worth cannot be a real token's value, and would overflow a sum in the database.
 */
const MAX_DIGITS = 12
const MINUTES_A_BUCKET = 15
/** The maximum number of requests per statement. */
const IDS_A_STATEMENT = 500

/**
 * Adds payments to their merchants' totals, or subtracts them with `sign` -1. Every host locks the rows in the order of their keys. The
 * payments' requests must still exist.
 */
export async function changeTotals(
  tx: Tx,
  dialect: Database['dialect'],
  payments: readonly Pick<SearchedPayment, Needed>[],
  sign: 1 | -1,
): Promise<void> {
  const payouts = await findPayouts(tx, payments)
  const changes = new Map<string, Change>()
  const fiatChanges = new Map<string, FiatChange>()
  for (const payment of payments) {
    const is_payout = payouts.has(payment.request_id) ? 1 : 0
    const bucket = totalsBucket(payment.block_time)
    const key = `${payment.tenant_id} ${is_payout} ${bucket}`
    const change = changes.get(key) ?? {
      tenant_id: payment.tenant_id,
      is_payout,
      bucket,
      payment_count: 0,
      unvalued_count: 0,
      usd_whole: 0,
      usd_fraction: 0,
    }
    const value = unitsOf(payment.amount_in_usd)
    change.payment_count += sign
    if (value === null) change.unvalued_count += sign
    else {
      change.usd_whole += sign * Number(value / UNIT)
      change.usd_fraction += sign * Number(value % UNIT)
    }
    changes.set(key, change)
    addWorths(fiatChanges, { payment, is_payout, bucket, sign })
  }
  const columns = [
    'tenant_id',
    'is_payout',
    'bucket',
    'payment_count',
    'unvalued_count',
    'usd_whole',
    'usd_fraction',
  ] as const
  const target = { table: 'payment_totals', columns, onConflict: ADD } as const
  await insertMany(tx, dialect, target, inOrder(changes))
  await changeFiatTotals(tx, dialect, inOrder(fiatChanges))
}

type Needed = 'tenant_id' | 'request_id' | 'block_time' | 'amount_in_usd' | 'fiat_worths'
type Change = Record<'payment_count' | 'unvalued_count' | 'usd_whole' | 'usd_fraction', number> &
  Pick<Row<'payment_totals'>, 'tenant_id' | 'is_payout' | 'bucket'>

const ADD = `on conflict (tenant_id, is_payout, bucket) do update set
  payment_count = payment_totals.payment_count + excluded.payment_count,
  unvalued_count = payment_totals.unvalued_count + excluded.unvalued_count,
  usd_whole = payment_totals.usd_whole + excluded.usd_whole,
  usd_fraction = payment_totals.usd_fraction + excluded.usd_fraction`

function inOrder<T>(changes: ReadonlyMap<string, T>): T[] {
  return [...changes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change)
}

type FiatChange = Record<'payment_count' | 'whole' | 'fraction', number> &
  Pick<Row<'fiat_totals'>, 'tenant_id' | 'currency' | 'is_payout' | 'bucket'>

/** Adds a payment's known worths in the currencies other than the dollar. */
function addWorths(
  changes: Map<string, FiatChange>,
  facts: {
    payment: Pick<SearchedPayment, 'tenant_id' | 'fiat_worths'>
    is_payout: number
    bucket: string
    sign: 1 | -1
  },
): void {
  const { payment, is_payout, bucket, sign } = facts
  const { tenant_id } = payment
  const worths = parseFiatWorths(payment.fiat_worths)
  for (const currency of REPORTING_CURRENCIES) {
    const value = unitsOf(worths[currency] ?? null)
    if (value === null) continue
    const key = `${tenant_id} ${currency} ${is_payout} ${bucket}`
    const none = { payment_count: 0, whole: 0, fraction: 0 }
    const change = changes.get(key) ?? { tenant_id, currency, is_payout, bucket, ...none }
    change.payment_count += sign
    change.whole += sign * Number(value / UNIT)
    change.fraction += sign * Number(value % UNIT)
    changes.set(key, change)
  }
}

async function changeFiatTotals(
  tx: Tx,
  dialect: Database['dialect'],
  rows: readonly FiatChange[],
): Promise<void> {
  const columns = [
    'tenant_id',
    'currency',
    'is_payout',
    'bucket',
    'payment_count',
    'whole',
    'fraction',
  ] as const
  await insertMany(tx, dialect, { table: 'fiat_totals', columns, onConflict: ADD_FIAT }, rows)
}

const ADD_FIAT = `on conflict (tenant_id, currency, is_payout, bucket) do update set
  payment_count = fiat_totals.payment_count + excluded.payment_count,
  whole = fiat_totals.whole + excluded.whole,
  fraction = fiat_totals.fraction + excluded.fraction`

/** Returns the quarter-hour that contains an ISO time: `2026-01-31T23:45`. Days begin on a quarter-hour in every time zone. */
export function totalsBucket(time: string): string {
  const minutes = Number(time.slice(14, 16))
  const start = minutes - (minutes % MINUTES_A_BUCKET)
  return `${time.slice(0, 14)}${String(start).padStart(2, '0')}`
}

/** Returns a worth in units of 10^-8; null if it is unknown or too large to add up. */
function unitsOf(worth: string | null): bigint | null {
  if (worth === null) return null
  const [whole = ''] = worth.split('.')
  if (whole.length > MAX_DIGITS) return null
  return parseAmount(worth, FIAT_DECIMALS, { allowZero: true })
}

/** Returns the ids of these payments' requests that are payouts, which spend the merchant's own money. */
async function findPayouts(
  tx: Tx,
  payments: readonly Pick<SearchedPayment, 'request_id'>[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(payments.map(({ request_id }) => request_id))]
  const found = new Set<string>()
  for (let at = 0; at < ids.length; at += IDS_A_STATEMENT) {
    const rows = await tx
      .selectFrom('requests')
      .select('id')
      .where('id', 'in', ids.slice(at, at + IDS_A_STATEMENT))
      .where('is_payout', '=', 1)
      .execute()
    for (const { id } of rows) found.add(id)
  }
  return found
}
