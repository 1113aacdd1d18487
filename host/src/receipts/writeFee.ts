import { divide, formatAmount, parseAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { conversionDecimals } from '@secure-payment/core/conversion'
import { getNetwork } from '@secure-payment/core/networks'
import type { PageLanguage } from '../http/pageWords.ts'
import { NO_PRICE } from '../settlement/detectedPayment.ts'
import { formatMoney, formatWorth } from './formatMoney.ts'
import { receiptWords } from './words/receiptWords.ts'

/** A fee has six digits, and its worth in a token six decimals. */
const FEE_DIGITS = 6

/** Gas in base units of a network's coin, and its worth in a currency as decimal text; `no_price` or null as in the table of payments. */
type Spent = { network: string; units: string; worth: string | null; currency: string }

/** Writes the gas that a payer spent, to six digits, with its worth if a price was looked up: `0.000120123 ETH · $0.28`. */
export function writeFee(spent: Spent, language: PageLanguage): string {
  const { symbol, decimals } = getNetwork(spent.network).nativeCurrency
  const step = 10n ** BigInt(Math.max(spent.units.length - FEE_DIGITS, 0))
  const shown = formatAmount(divide(BigInt(spent.units), step, 'half_even') * step, decimals)
  const fee = formatMoney(shown, symbol, language)
  if (spent.worth === null) return fee
  const worth =
    spent.worth === NO_PRICE
      ? receiptWords[language].priceUnknown
      : writeWorth(spent.worth, spent.currency, language)
  return `${fee} · ${worth}`
}

/** Writes a worth rounded down to the currency's minor unit, or as less than that unit. */
function writeWorth(worth: string, id: string, language: PageLanguage): string {
  const { currency, symbol, isFiat } = getCurrency(id)
  const decimals = isFiat ? currency.decimals : Math.min(currency.decimals, FEE_DIGITS)
  const allDecimals = conversionDecimals(currency)
  const units = parseAmount(worth, allDecimals, { allowZero: true })
  const step = 10n ** BigInt(allDecimals - decimals)
  const isSmall = units < step
  const cut = formatAmount(isSmall ? 1n : units / step, decimals)
  const written = isFiat ? formatWorth(cut, symbol, language) : formatMoney(cut, symbol, language)
  return isSmall ? `< ${written}` : written
}
