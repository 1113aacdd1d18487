import { parseAmount } from '@secure-payment/core'
import {
  conversionDecimals,
  convertUnits,
  findConversionPath,
  maxToSpendUnits,
  slippageOf,
} from '@secure-payment/core/conversion'
import { findCurrency, findCurrencyByToken, type Network } from '@secure-payment/core/networks'
import type { DueConversion } from '../machine/verifiedPayment.ts'
import type { PaymentItem } from '../paymentMetadata.ts'
import type { Due } from './verifyPayment.ts'

/**
 * Plans the payment of an item in another currency from the registry that ships with the element. The registry defines the
 * currency, the path of rates and the slippage. `currency` is a token of the catalogue, as its list defines it. Only the current
 * rate comes from the service, and the contract does not use it. The rate determines the displayed and the allowed amount, never
 * the amount that counts. Null if the item does not fit the registry.
 *
 * Throws AmountError when the rate is not a decimal above zero.
 */
export function planConversion(
  network: Network,
  item: PaymentItem,
  {
    amountUnits,
    feeUnits,
    currency,
  }: Pick<Due, 'amountUnits' | 'feeUnits'> & { currency: { symbol: string; decimals: number } },
): DueConversion | null {
  const invoice = findCurrency(item.invoiceCurrency ?? '')
  const paid =
    findCurrencyByToken(network, item.tokenAddress)?.currency ??
    listedToken(network, item, currency)
  if (invoice === undefined || paid === null || item.conversion === null) return null
  const fromDecimals = conversionDecimals(invoice.currency)
  if (invoice.symbol !== item.symbol || fromDecimals !== item.decimals) return null
  const path = findConversionPath(network, invoice.currency, paid)
  if (path === null) return null

  const { decimals } = paid
  const rate = parseAmount(item.conversion.rate ?? '', RATE_DECIMALS + decimals - fromDecimals)
  const slippageBps = slippageOf(paid)
  return {
    symbol: currency.symbol,
    decimals,
    path,
    maxRateTimespanS: BigInt(item.conversion.maxRateAgeS ?? 0),
    estimateUnits: convertUnits(amountUnits, rate) + convertUnits(feeUnits, rate),
    mostUnits: maxToSpendUnits({ amountUnits, feeUnits, rate, slippageBps }),
  }
}

/** Returns a token as the conversion contracts name it: by its address. */
function listedToken(
  { id: network }: Network,
  { tokenAddress }: PaymentItem,
  { symbol, decimals }: { symbol: string; decimals: number },
) {
  if (tokenAddress === null) return null
  return { id: symbol, type: 'ERC20', network, hash: tokenAddress, symbol, decimals } as const
}

/** The text of a rate is the price of one whole currency in another; the rate itself is in base units per 10^18 base units. */
const RATE_DECIMALS = 18
