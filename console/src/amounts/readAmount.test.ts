import { expect, test } from 'vitest'
import { en } from '../text/en.ts'
import { readAmount } from './readAmount.ts'

const { amounts } = en
const read = (typed: string, decimals: number) =>
  readAmount(typed, { symbol: 'USD', decimals, locale: 'en', text: en })

test.each([
  ['25.999', 2, amounts.ambiguousWhole('25999')],
  ['1,250', 2, amounts.ambiguous('1250', '1.25')],
  ['25.999', 6, amounts.ambiguous('25999', '25.9990')],
] as const)(
  'the advice for %j with %i decimals names only amounts that the field accepts',
  (typed, decimals, advice) => {
    expect(read(typed, decimals)).toBe(advice)
  },
)

test.each([
  ['$25', 2_500n],
  ['25 USD', 2_500n],
  ['$1,250', amounts.ambiguous('1250', '1.25')],
  ['€25', amounts.otherCurrency('€', 'USD')],
  ['-$25', amounts.invalid],
  ['9'.repeat(30), 10n ** 32n - 100n],
  ['9'.repeat(31), amounts.tooLarge],
  ['$25.9999', amounts.tooManyDecimals(2)],
] as const)('%s in a US dollar field is read as %s', (typed, result) => {
  expect(read(typed, 2)).toBe(result)
})

test.each([
  ['¥3,333', 3_333n],
  ['¥3.333', 3_333n],
  ['3,333,000', 3_333_000n],
  ['3,33', amounts.tooManyDecimals(0)],
] as const)('%s in a field of yen, which have no decimals, is read as %s', (typed, result) => {
  const options = { symbol: 'JPY', decimals: 0, locale: 'en', text: en }
  expect(readAmount(typed, options)).toBe(result)
})

test('An amount above the contracts’ range is too large', () => {
  const options = { symbol: null, decimals: 48, locale: 'en', text: en }
  expect(readAmount('9'.repeat(30), options)).toBe(amounts.tooLarge)
})

test('An amount in a file follows the API’s grammar, so a currency sign is invalid', () => {
  const options = { symbol: 'USD', decimals: 2, locale: null, text: en }
  expect(readAmount('$25', options)).toBe(amounts.invalid)
})
