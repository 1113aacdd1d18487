import { expect, test } from 'vitest'
import { en } from '../text/en.ts'
import { readAmount } from './readAmount.ts'

const { amounts } = en
const read = (typed: string, decimals: number) =>
  readAmount(typed, { decimals, locale: 'en', text: en })

test.each([
  ['25.999', 2, amounts.ambiguousWhole('25999')],
  ['1,250', 0, amounts.ambiguousWhole('1250')],
  ['1,250', 2, amounts.ambiguous('1250', '1.25')],
  ['25.999', 6, amounts.ambiguous('25999', '25.9990')],
] as const)(
  'the advice for %j with %i decimals names only amounts that the field accepts',
  (typed, decimals, advice) => {
    expect(read(typed, decimals)).toBe(advice)
  },
)
