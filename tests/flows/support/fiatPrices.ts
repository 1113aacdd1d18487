import { getCurrency } from '@secure-payment/core/catalogue'

/** US dollars per unit, times 10^8, as the local chains' feeds state them. */
const DOLLARS: Readonly<Record<string, bigint>> = {
  USD: 100_000_000n,
  EUR: 110_000_000n,
  CNY: 14_000_000n,
  GBP: 125_000_000n,
  JPY: 670_000n,
  AUD: 66_000_000n,
  CAD: 73_000_000n,
  CHF: 112_000_000n,
  HKD: 12_800_000n,
  SGD: 74_000_000n,
  SEK: 9_500_000n,
  KRW: 73_000n,
  NOK: 9_400_000n,
  NZD: 61_000_000n,
  INR: 1_200_000n,
  MXN: 5_500_000n,
  TWD: 3_100_000n,
  ZAR: 5_500_000n,
  BRL: 18_000_000n,
  DKK: 14_700_000n,
  PLN: 25_000_000n,
  THB: 2_800_000n,
  ILS: 27_000_000n,
  IDR: 6_000n,
  CZK: 4_300_000n,
  AED: 27_230_000n,
  TRY: 3_000_000n,
  HUF: 270_000n,
  CLP: 105_000n,
  SAR: 26_670_000n,
}

/** The fiat currencies, in the order of the catalogue. */
export const FIATS = Object.keys(DOLLARS)
/** Returns an amount in a fiat currency that is worth 30.13 dollars, in its smallest units. */
const amountOf = (fiat: string) => {
  const { decimals } = getCurrency(fiat).currency
  const units = (3_013n * 10n ** BigInt(decimals + 6)) / (DOLLARS[fiat] ?? 1n)
  return { units, decimals }
}

/** Returns the amount that must arrive: at a quote, rounded up to the token's unit; by the contracts' feeds, rounded down. */
export function wantedUnits({ fiat, tokenId, isQuoted }: Pair): bigint {
  const { units, decimals } = amountOf(fiat)
  const tokens = units * 10n ** BigInt(getCurrency(tokenId).currency.decimals)
  const whole = 10n ** BigInt(decimals)
  if (!isQuoted) return (tokens * (DOLLARS[fiat] ?? 0n)) / (100_000_000n * whole)
  const divisor = rateOf(fiat) * whole
  return (tokens * 10n ** 18n + divisor - 1n) / divisor
}

/** Formats a fiat invoice's amount as decimal text. */
export const writeAmount = (fiat: string) => {
  const { units, decimals } = amountOf(fiat)
  const text = units.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

/** Returns the price of a dollar in a fiat currency, times 10^18, rounded down. */
function rateOf(fiat: string): bigint {
  return (100_000_000n * 10n ** 18n) / (DOLLARS[fiat] ?? 1n)
}

/** Returns the price of a dollar in a fiat currency as decimal text. */
export function priceIn(fiat: string): string {
  const text = rateOf(fiat).toString().padStart(19, '0')
  return `${text.slice(0, -18)}.${text.slice(-18)}`
}

/** An invoice's currency, and the currency that pays it at a quote or at the chain's rate. */
export type Pair = { fiat: string; tokenId: string; isQuoted: boolean }
