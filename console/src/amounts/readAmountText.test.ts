import { parseAmount } from '@secure-payment/core'
import { describe, expect, test } from 'vitest'
import { readAmountText } from './readAmountText.ts'

const LOCALES = ['en', 'de', 'fr', 'de-CH', 'hi-IN', 'ar-EG', 'pt-BR', 'pl'] as const

const AMBIGUOUS = [
  ['1,250', '1250', '1.25'],
  ['1.250', '1250', '1.25'],
  ['1.000', '1000', '1'],
  ['12.345', '12345', '12.3450'],
  ['999,001', '999001', '999.0010'],
] as const

const CLEAR = [
  ['1250', '1250'],
  ['1.25', '1.25'],
  ['1,25', '1.25'],
  ['1250.00', '1250'],
  ['1250,5', '1250.5'],
  ['1250.000', '1250'],
  ['0.125', '0.125'],
  ['0,125', '0.125'],
  ['1.2500', '1.25'],
  ['1,250.00', '1250'],
  ['1.250,00', '1250'],
  ['1,250,000', '1250000'],
  ['1.250.000', '1250000'],
  ['1.250.000,75', '1250000.75'],
  ['1 250', '1250'],
  ['1\u00a0250,50', '1250.5'],
  ['1\u202f250.50', '1250.5'],
  ['1 250,500', '1250.5'],
  ["1'250.50", '1250.5'],
  ['1\u2019250', '1250'],
  [' 12.5 ', '12.5'],
  ['0', '0'],
  ['٢٥', '25'],
  ['١٬٢٥٠', '1250'],
  ['١٫٢٥٠', '1.25'],
  ['١٬٢٥٠٫٥٠', '1250.5'],
  ['१२.५', '12.5'],
  ['115792089237316195423570985008687907853', '115792089237316195423570985008687907853'],
] as const

const INVALID = [
  '',
  '.',
  '.5',
  '5.',
  '-1',
  '+1',
  '1e3',
  '0x10',
  '012',
  '0,125,000',
  '1,25.00',
  '1,250,00',
  '1.25.0',
  '1,250.00.00',
  '1,250,000.5,0',
  '1 25',
  '1  250',
  "1 250'000",
  "1'250,000.00",
  '1 USDC',
  '1٢',
  '１２',
  'NaN',
  '1'.repeat(400),
]

describe.each(LOCALES)('readAmountText reads amounts in the locale %s', (locale) => {
  test.each(AMBIGUOUS)('%j is ambiguous between %s and %s', (text, ...spellings) => {
    expect(readAmountText(text, locale)).toEqual({ kind: 'ambiguous', spellings })
  })

  test.each(CLEAR)('%j is read as %s', (text, amount) => {
    expect(readAmountText(text, locale)).toEqual({ kind: 'amount', amount })
  })

  test.each(INVALID)('%j is not an amount', (text) => {
    expect(readAmountText(text, locale)).toEqual({ kind: 'invalid' })
  })

  test('An amount that a locale formats is read back unchanged', () => {
    for (const amount of ['0.5', '7', '12.75', '1250.5', '1250000', '1234567.89']) {
      const written = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(
        Number(amount),
      )
      expect(readAmountText(written, locale), written).toEqual({ kind: 'amount', amount })
    }
  })

  test('Each spelling of an ambiguous text is read as the amount that it spells', () => {
    for (const [, ...spellings] of AMBIGUOUS) {
      for (const spelling of spellings) {
        const read = readAmountText(spelling, locale)
        const units = read.kind === 'amount' ? parseAmount(read.amount, 6) : null
        expect(units).toBe(parseAmount(spelling, 6))
      }
    }
  })
})

test('Groups of two digits are read only in locales that use them', () => {
  const amount = { kind: 'amount', amount: '1234567.5' }
  expect(readAmountText('12,34,567.50', 'hi-IN')).toEqual(amount)
  expect(readAmountText('१२,३४,५६७.५', 'hi-IN')).toEqual(amount)
  for (const locale of ['en', 'de', 'fr', 'pl']) {
    expect(readAmountText('12,34,567.50', locale)).toEqual({ kind: 'invalid' })
  }
})

test('An unknown locale name is treated as English', () => {
  expect(readAmountText('1,250.00', 'en-US@posix')).toEqual({ kind: 'amount', amount: '1250' })
})
