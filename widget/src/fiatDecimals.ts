/** Returns the decimals of fiat money in ISO 4217. Browsers differ: some write neither filler nor sen. */
export function fiatDecimals(currency: string): number {
  return /^(JPY|KRW|CLP)$/.test(currency) ? 0 : 2
}
