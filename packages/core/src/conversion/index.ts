export { conversionDecimals, FIAT_DECIMALS } from './units.ts'
