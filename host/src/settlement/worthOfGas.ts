import { divide, formatAmount } from '@secure-payment/core'
import { findPricing, getCurrency } from '@secure-payment/core/catalogue'
import { conversionDecimals, creditAtPrice, PRICE_SCALE } from '@secure-payment/core/conversion'
import { getNetwork } from '@secure-payment/core/networks'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { readPriceAt } from '../prices/readPriceAt.ts'
import { withinMs } from '../withinMs.ts'
import { type DetectedPayment, NO_PRICE } from './detectedPayment.ts'
import { quotedRate } from './quotedRate.ts'

/** The maximum time for which recording waits for a price. */
const DEADLINE_MS = 2_000
/** The maximum number of prices per range, newest blocks first: after an outage, recording takes priority. */
const MAX_PRICES = 20

/** The prices on which the worth of gas depends. */
type GasContext = Pick<Context, 'now' | 'prices'>

/** The coin in which a network charges gas, the currency in which its worth is stated, and the ISO 8601 time of the gas's block. */
type GasPair = Pick<DetectedPayment, 'network' | 'invoiceCurrency' | 'blockTime'>

/**
 * Returns the worth of gas, in base units of its network's coin, in the invoice's currency at the time of its block: as decimal text, rounded
 * down. `no_price` if no price is known; never fails.
 */
export async function worthOfGas(
  context: GasContext,
  { gasUnits, ...pair }: GasPair & { gasUnits: bigint },
): Promise<string> {
  return worthAt(await readRate(context, pair), pair, gasUnits)
}

/**
 * Adds to payments the worth of the gas that their payers spent. The gas of a payment in the network's coin is worth the payment's own
 * rate, so a receipt states one rate; other gas is worth the market price, or `no_price`. A payment over a bridge already has the worth of
 * its gas.
 */
export async function addGasWorth(
  context: GasContext,
  payments: readonly DetectedPayment[],
): Promise<readonly DetectedPayment[]> {
  const priced = payments.filter(isPricedByMarket)
  const pairs = new Map(priced.map((payment) => [keyOf(payment), payment]))
  const newest = [...pairs].toSorted(([, a], [, b]) => b.blockTime.localeCompare(a.blockTime))
  const rates = new Map<string, bigint | null>()
  const reads = newest.slice(0, MAX_PRICES).map(async ([key, pair]) => {
    rates.set(key, await readRate(context, pair))
  })
  await Promise.all(reads)
  return payments.map((payment) => {
    const { gasUnits, crosschain } = payment
    if (gasUnits === null || crosschain !== null) return payment
    if (!isPricedByMarket(payment)) {
      return { ...payment, gasWorth: worthAtOwnRate(payment, gasUnits) }
    }
    const rate = rates.get(keyOf(payment))
    return rate === undefined ? payment : { ...payment, gasWorth: worthAt(rate, payment, gasUnits) }
  })
}

function keyOf({ network, invoiceCurrency, blockTime }: GasPair): string {
  return `${network} ${invoiceCurrency} ${blockTime}`
}

/** Returns whether a payment itself does not show the coin's rate. */
function isPricedByMarket({ gasUnits, crosschain, ...payment }: DetectedPayment): boolean {
  if (gasUnits === null || crosschain !== null) return false
  return payment.tokenAddress !== null || payment.creditedUnits === 0n
}

/**
 * Returns the stored worth of a payment's gas. A payment in the network's coin that an earlier release recorded has none, but has a rate.
 * `no_price` if no price was known, and null if none was looked up.
 */
export function readGasWorth(payment: Row<'payments'>): string | null {
  const { gas_units, gas_worth, token_address, source_network, fee_address } = payment
  const creditedUnits = BigInt(payment.credited_units)
  if (gas_worth !== null || gas_units === null || creditedUnits === 0n) return gas_worth
  if (token_address !== null || source_network !== null || fee_address !== null) return null
  const requestUnits = BigInt(payment.request_units)
  const paid = { requestUnits, creditedUnits, invoiceCurrency: payment.invoice_currency }
  return worthAtOwnRate(paid, BigInt(gas_units))
}

type Rated = Pick<
  DetectedPayment,
  'requestUnits' | 'creditedUnits' | 'countedFeeUnits' | 'invoiceCurrency'
>

function worthAtOwnRate(payment: Rated, gasUnits: bigint): string {
  const { requestUnits, creditedUnits, countedFeeUnits = 0n, invoiceCurrency } = payment
  const units = divide(requestUnits * gasUnits, creditedUnits + countedFeeUnits, 'down')
  return formatAmount(units, conversionDecimals(getCurrency(invoiceCurrency).currency))
}

/** Reads the price of one unit of the network's coin in the invoice's currency, times 10^18. */
async function readRate(
  context: GasContext,
  { network, invoiceCurrency, blockTime }: GasPair,
): Promise<bigint | null> {
  const { currencyId } = getNetwork(network).nativeCurrency
  if (currencyId === invoiceCurrency) return PRICE_SCALE
  const found = findPricing(invoiceCurrency, currencyId)
  if (found === null) return null
  if (found.pricing === 'par') return PRICE_SCALE
  const read = readPriceAt(context, found.pair, new Date(blockTime))
  return (await withinMs(DEADLINE_MS, read))?.rate ?? null
}

function worthAt(
  rate: bigint | null,
  { network, invoiceCurrency }: GasPair,
  gasUnits: bigint,
): string {
  if (rate === null) return NO_PRICE
  const { currencyId } = getNetwork(network).nativeCurrency
  const pair = { invoice_currency: invoiceCurrency, payment_currency: currencyId }
  const quoted = quotedRate(pair, rate)
  return formatAmount(creditAtPrice(gasUnits, quoted), quoted.invoiceDecimals)
}
