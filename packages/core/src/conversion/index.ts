export {
  type ConvertedCurrency,
  findConversionPath,
  requireConversionPath,
} from './findConversionPath.ts'
export { listConversionRoutes } from './listConversionRoutes.ts'
export { maxToSpendUnits, SLIPPAGE_BPS, slippageOf } from './maxToSpend.ts'
export { NoConversionPathError, type NoPathReason } from './NoConversionPathError.ts'
export {
  type AmountAndFee,
  creditAtPrice,
  creditAtQuote,
  PRICE_SCALE,
  type QuotedAmounts,
  type QuotedRate,
  quoteAmounts,
  quoteUnits,
} from './quote.ts'
export {
  computeRate,
  convertUnits,
  formatRate,
  invertRate,
  RATE_SCALE,
  type RateHop,
  unconvertUnits,
} from './rate.ts'
export { conversionDecimals, FIAT_DECIMALS, minorUnit } from './units.ts'
