import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupAddress, maskAddress } from './address.ts'
import { createFormat, plainText, safeUrl } from './format.ts'
import { formatDateTime } from './formatDateTime.ts'
import { formatList } from './formatList.ts'
import { LANGUAGES } from './languages.ts'

const english = createFormat('en')
const TAGS = [...LANGUAGES, 'ar-EG', 'pt-PT', 'zh-TW']
const german = createFormat('de-DE')

describe('amounts', () => {
  test.each([
    ['0', '0'],
    ['10', '10'],
    ['10.5', '10.50'],
    ['1234567.891', '1,234,567.891'],
    ['0.000000000000000001', '0.000000000000000001'],
    [
      '123456789012345678901234567890.123456789012345678',
      '123,456,789,012,345,678,901,234,567,890.123456789012345678',
    ],
  ])('the amount %s is shown as %s', (amount, shown) => {
    expect(english.amount(amount)).toBe(shown)
  })

  test('An amount has the language’s separators, and the same digits in every language', () => {
    expect(german.amount('1234567.891')).toBe('1.234.567,891')
    expect(createFormat('ar-EG').amount('1234.5')).toMatch(/1.234.50/)
  })

  test('An amount has the requested decimals, so that two amounts can be compared', () => {
    expect(english.money('80', 'USDC', 2)).toBe('80.00\u00a0USDC')
    expect(english.amount('0.11', 4)).toBe('0.1100')
    expect(english.amount('101.505', 2)).toBe('101.505')
  })

  test('format.amount neither loses nor rounds a digit', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,40}\.\d{0,30}[1-9]$/)
    fc.assert(
      fc.property(digits, (amount) => {
        const shown = english.amount(amount).replaceAll(',', '')
        expect(shown.replace(/(\.\d)0$/, '$1')).toBe(amount)
      }),
    )
  })

  test.each(['', '1e3', 'NaN', '0x10', '1.', '.5', '1,5', '<b>1</b>'])(
    'the text %j is not an amount and stays unchanged',
    (text) => {
      expect(english.amount(text)).toBe(text)
    },
  )

  test('An amount and its currency stay on one line', () => {
    expect(english.money('10.02', 'USDC')).toBe('10.02\u00a0USDC')
  })

  test.each(TAGS)(
    'format.amount neither loses nor rounds a digit in %s, and writes only ASCII digits',
    (language) => {
      const format = createFormat(language)
      const digits = fc.stringMatching(/^[1-9]\d{0,60}\.\d{0,17}[1-9]$/)
      fc.assert(
        fc.property(digits, (amount) => {
          const [, whole = '', fraction = ''] =
            /^(\D?[\d\D]*?)\D(\d+)$/.exec(format.amount(amount)) ?? []
          expect(`${whole.replace(/\D/g, '')}.${fraction}`.replace(/(\.\d)0$/, '$1')).toBe(amount)
        }),
      )
      expect(format.count(1234567).replace(/\D/g, '')).toBe('1234567')
      expect(formatDateTime(format, '2026-03-02T14:05:00Z')).toMatch(/2026/)
      expect(
        format.relative(7_200_000, 0) + formatDateTime(format, '2026-03-02T14:05:00Z'),
      ).not.toMatch(/[٠-٩۰-۹]/)
    },
  )

  test('An amount within right-to-left text reads left to right, as in the wallet', () => {
    expect(createFormat('ar-SA').money('10.02', 'USDC')).toBe('\u206610.02\u00a0USDC\u2069')
    expect(formatDateTime(createFormat('ar-EG'), '2026-03-02T14:05:00Z')).toMatch(/2026/)
  })

  test.each([
    ['en', 'a, b, c'],
    ['de', 'a, b und c'],
    ['ja', 'a、b、c'],
    ['ar', 'a وb وc'],
  ])('A list in %s is %s', (language, shown) => {
    expect(formatList(createFormat(language), ['a', 'b', 'c'])).toMatch(shown)
  })

  test('An unknown language falls back to English', () => {
    expect(createFormat('not a language').amount('1234.5')).toBe('1,234.50')
  })
})

describe('fiat money', () => {
  // The expected signs are those of Unicode's CLDR: the sign that distinguishes a currency from others of the same name, if the
  // language writes it.
  test.each([
    ['ar', '\u206680.00\u00a0US$\u2069'],
    ['de', '80,00\u00a0$'],
    ['en', '$80.00'],
    ['en-CA', 'US$80.00'],
    ['es', '80,00\u00a0US$'],
    ['fr', '80,00\u00a0$US'],
    ['it', '80,00\u00a0USD'],
    ['ja', '$80.00'],
    ['ko', 'US$80.00'],
    ['nl', 'US$\u00a080,00'],
    ['pt', 'US$\u00a080,00'],
    ['tr', '$80,00'],
    ['zh', 'US$80.00'],
  ])('80 dollars in %s are %s', (language, shown) => {
    expect(
      createFormat(language)
        .money('80', 'USD')
        .replace(/[\u200e\u200f]/g, ''),
    ).toBe(shown)
  })

  test.each([
    ['EUR', '80.5', '€80.50'],
    ['GBP', '1234', '£1,234.00'],
    ['CNY', '80', 'CN¥80.00'],
    ['JPY', '80', '¥80'],
    ['KRW', '80000', '₩80,000'],
    ['CHF', '80.5', 'CHF\u00a080.50'],
    ['HUF', '80.5', 'HUF\u00a080.50'],
    ['IDR', '80', 'IDR\u00a080'],
    ['USD', '0.000001', '$0.000001'],
  ])('the amount of %s %s is shown as %s', (currency, amount, shown) => {
    expect(english.money(amount, currency)).toBe(shown)
  })

  test('A fiat amount has one part, and a token amount has two: the number and the symbol', () => {
    expect(english.pair('80', 'USD')).toEqual(['$80.00', ''])
    expect(english.pair('1234.5', '1INCH')).toEqual(['1,234.50', '1INCH'])
  })

  test.each(TAGS)('Fiat money keeps every digit in %s', (language) => {
    const format = createFormat(language)
    const digits = fc.stringMatching(/^[1-9]\d{0,30}\.\d{0,17}[1-9]$/)
    const currencies = fc.constantFrom('USD', 'EUR', 'GBP', 'CNY', 'JPY', 'CHF', 'KRW')
    fc.assert(
      fc.property(digits, currencies, (amount, currency) => {
        expect(format.money(amount, currency)).toContain(format.amount(amount))
      }),
    )
  })
})

test('A percentage has the language’s separator and no further digit', () => {
  expect(german.count(0.2)).toBe('0,2')
  expect(english.count(12.345)).toBe('12.345')
  expect(german.count(1234)).toBe('1.234')
})

describe('times', () => {
  test.each([
    [-180_000, '3 minutes ago'],
    [7_200_000, 'in 2 hours'],
    [172_800_000, 'in 2 days'],
    [-5_000, '5 seconds ago'],
  ])('a time %d ms from now is shown as %s', (delta, shown) => {
    const now = 1_772_460_300_000
    expect(english.relative(now + delta, now)).toBe(shown)
  })

  test('Text that is not a time stays unchanged', () => {
    expect(formatDateTime(english, 'soon')).toBe('soon')
  })
})

describe('external text', () => {
  test('external text loses characters that could reorder or hide the text around it', () => {
    expect(plainText('Acme\u202eCDSU\u202c\u200b\u0007 ')).toBe('AcmeCDSU')
  })

  test('external text is isolated when it reads right to left', () => {
    expect(plainText('قهوة')).toBe('\u2068قهوة\u2069')
  })

  test('external text is cut at 80 characters', () => {
    expect(plainText('x'.repeat(100))).toBe(`${'x'.repeat(79)}…`)
  })
})

describe('addresses', () => {
  test('addresses are grouped by four without losing a digit', () => {
    const address = '0x4E64C2d06d19D13061e62E291b2C4e9fe5679b93'
    const groups = groupAddress(address)
    expect(groups).toEqual([
      '0x4E64',
      'C2d0',
      '6d19',
      'D130',
      '61e6',
      '2E29',
      '1b2C',
      '4e9f',
      'e567',
      '9b93',
    ])
    expect(groups.join('')).toBe(address)
  })

  test('addresses are masked only when they name an account', () => {
    expect(maskAddress('0x12abF39Fd6e51aad88F6F4ce6aB8827279cf89cd')).toBe('0x12ab…89cd')
  })
})

describe('links', () => {
  test.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    '',
    'http://',
  ])('the text %j is not a link', (url) => {
    expect(safeUrl(url)).toBeNull()
  })

  test('http, https and relative addresses are links', () => {
    expect(safeUrl('https://a.example/x?y#z')).toBe('https://a.example/x?y#z')
    expect(safeUrl('/thanks', 'http://shop.example/cart')).toBe('http://shop.example/thanks')
  })
})
