import { createPlural } from '../createPlural.ts'

const plural = createPlural('en')

/** The English sentences for amount fields; part of {@link en}. */
export const amounts = {
  invalid: 'Enter an amount above 0 in digits, such as 12.50.',
  ambiguous: (larger: string, smaller: string) =>
    `This amount is ambiguous. Write ${larger} or ${smaller}.`,
  ambiguousWhole: (larger: string) =>
    `This amount is ambiguous. Write ${larger}, or an amount with fewer decimals.`,
  plainInFile: 'Write it without thousands separators, and with a point before decimals: 1250.00.',
  tooManyDecimals: (decimals: number) =>
    decimals === 0
      ? 'This currency has no decimals.'
      : plural(decimals, 'At most 1 decimal.', `At most ${decimals} decimals.`),
  otherCurrency: (mark: string, symbol: string) =>
    `The currency here is ${symbol}. Write the amount without “${mark}”.`,
  tooLarge: 'At most 30 digits before the decimals.',
  currency: (symbol: string) => `In ${symbol}`,
  reading: (amount: string) => `Read as ${amount}`,
}
