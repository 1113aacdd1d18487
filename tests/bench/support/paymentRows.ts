import { createUlid, referenceTopic, topicKey } from '@secure-payment/core'
import type { NewRow } from '../../../host/src/db/schema.ts'
import type { PaymentType } from '../../../host/src/db/tables/payments.ts'
import { keccak256 } from '../../../host/src/keccak.ts'
import { createRandom, type Random } from '../../flows/support/random.ts'
import { createRequestRows, TENANT_ID } from './requestRows.ts'

/** Another merchant on the same host, who receives one in twenty payments. */
const OTHER_TENANT_ID = '01BENCHOTHERTENANT00000000'
/** Each client ID has a quarter of the payments; the other half has no client ID. */
export const CLIENT_IDS: readonly [string, string] = ['cli_bench_shop', 'cli_bench_app']
/** The reference that one in a hundred requests share; every other request has a separate reference. */
export const SHARED_REFERENCE = 'subscription'
/** Wallets that receive 60, 20, 10 and 10 percent of the payments. */
export const PAYEES: readonly [string, string, string, string] = [
  wallet('1a'),
  wallet('2b'),
  wallet('3c'),
  wallet('4d'),
]
/** The wallet that makes one in fifty payments; the other wallets make about two payments each. */
export const BUSY_PAYER = wallet('5e')
/** Payments are spread evenly over two years. */
export const FROM_MS = Date.UTC(2024, 10, 21)
export const UNTIL_MS = Date.UTC(2026, 10, 21)

const PAYMENTS_A_REQUEST = 4
const SECOND_MS = 1_000
const NETWORKS = ['base', 'matic', 'mainnet', 'arbitrum-one'] as const
const CURRENCIES: readonly [Currency, ...Currency[]] = [
  { id: 'USDC-base', network: 'base' },
  { id: 'USDT-base', network: 'base' },
  { id: 'USDCn-matic', network: 'matic' },
  { id: 'USDT-matic', network: 'matic' },
  { id: 'USDC-mainnet', network: 'mainnet' },
  { id: 'USDC-arbitrum-one', network: 'arbitrum-one' },
]
type Currency = { id: string; network: (typeof NETWORKS)[number] }

export type FilledPayment = { request: NewRow<'requests'> | null; payment: NewRow<'payments'> }

/**
 * Yields a merchant's payments over two years, oldest first, each request before its first payment. A quarter of the payments are
 * conversions, in 72 groups. The same count always yields the same rows.
 */
export function* createPaymentRows(count: number): Generator<FilledPayment> {
  const random = createRandom(count)
  const [sample] = createRequestRows(1)
  if (sample === undefined) return
  let request: NewRow<'requests'> = sample.request
  for (let index = 0; index < count; index += 1) {
    const isFirst = index % PAYMENTS_A_REQUEST === 0
    const ms = FROM_MS + Math.floor((index / count) * (UNTIL_MS - FROM_MS))
    const timeMs = ms - (ms % SECOND_MS)
    if (isFirst) request = { ...request, ...varyRequest(random, index) }
    yield {
      request: isFirst ? request : null,
      payment: createPayment(random, { request, index, count, timeMs }),
    }
  }
}

function varyRequest(random: Random, index: number): Partial<NewRow<'requests'>> {
  const reference: `0x${string}` = `0x${hex(index + 1, 16)}`
  const currency = random.pick(CURRENCIES)
  const type = drawType(random)
  return {
    id: requestIdAt(index),
    tenant_id: random.chance(0.05) ? OTHER_TENANT_ID : TENANT_ID,
    client_id: random.chance(0.5) ? null : random.pick(CLIENT_IDS),
    secure_payment_token: `bench-${index}`,
    kind: type === 'conversion' ? 'conversion' : 'direct',
    network: currency.network,
    invoice_currency: type === 'conversion' ? random.pick(['USD', 'EUR']) : currency.id,
    payment_currency: currency.id,
    payee: drawPayee(random),
    payment_reference: reference,
    reference_key: topicKey(referenceTopic(reference, keccak256)),
    reference: random.chance(0.01) ? SHARED_REFERENCE : referenceAt(index),
    // `createPayment` reads the type of the request's payments back from this column.
    recurrence: type === 'recurring' ? '{}' : null,
  }
}

function createPayment(
  random: Random,
  facts: { request: NewRow<'requests'>; index: number; count: number; timeMs: number },
): NewRow<'payments'> {
  const { request, index, count, timeMs } = facts
  const time = new Date(timeMs).toISOString()
  const isConversion = request.kind === 'conversion'
  return {
    id: createUlid(timeMs, random.bytes(10)),
    request_id: request.id,
    tenant_id: request.tenant_id,
    network: request.network,
    tx_hash: txHashAt(index),
    log_index: 1,
    block_number: BigInt(index),
    block_hash: `0x${hex(index, 64)}`,
    block_time: time,
    payer: random.chance(0.02) ? BUSY_PAYER : payerAt(random.integer(0, count >> 1)),
    payee: request.payee,
    token_address: null,
    amount_units: '1250000',
    credited_units: '1250000',
    fee_units: '0',
    fee_address: null,
    is_late: 0,
    detected_at: time,
    type: isConversion ? 'conversion' : request.recurrence === null ? 'direct' : 'recurring',
    request_units: '1250000',
    client_id: request.client_id,
    invoice_currency: request.invoice_currency,
    payment_currency: request.payment_currency,
    reference: request.reference,
    conversion_rate: isConversion ? '1.0002' : null,
    rate_source: isConversion ? 'chainlink' : null,
    amount_in_usd: '1.25',
    gas_units: '21000000000000',
    recurring_payment_id: null,
  }
}

/** Returns the id of the request that the payment at a position pays; four consecutive payments pay one request. */
export function requestIdAt(index: number): string {
  return `01${hex(index - (index % PAYMENTS_A_REQUEST), 64)}`
}

/** Returns the `payment_reference` of the request that the payment at a position pays. */
export function paymentReferenceAt(index: number): string {
  return `0x${hex(index - (index % PAYMENTS_A_REQUEST) + 1, 16)}`
}

export function referenceAt(index: number): string {
  return `order-${index - (index % PAYMENTS_A_REQUEST)}`
}

/** Returns a hash with a scattered prefix, so that hashes spread across the database index as real hashes do. */
export function txHashAt(index: number): string {
  return `0x${scatter(index)}${hex(index, 56)}`
}

export function payerAt(index: number): string {
  return `0x${scatter(index)}${hex(index, 32)}`
}

function drawType(random: Random): PaymentType {
  const drawn = random.unit()
  if (drawn < 0.25) return 'conversion'
  return drawn < 0.3 ? 'recurring' : 'direct'
}

function drawPayee(random: Random): string {
  const drawn = random.unit()
  if (drawn < 0.6) return PAYEES[0]
  if (drawn < 0.8) return PAYEES[1]
  return drawn < 0.9 ? PAYEES[2] : PAYEES[3]
}

/** Returns eight hex digits that do not increase with the index. */
function scatter(index: number): string {
  return hex(Math.imul(index + 1, 0x9e3779b1) >>> 0, 8)
}

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, '0')
}

function wallet(byte: string): string {
  return `0x${byte.repeat(20)}`
}
