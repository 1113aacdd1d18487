import fc from 'fast-check'
import { formatUnits, parseUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  divide,
  formatAmount,
  MAX_UINT256,
  parseAmount,
  parsePercent,
  percentOf,
  type Rounding,
} from './amount.ts'
import { AmountError, ArithmeticRangeError, PercentageError } from './errors.ts'

/** Runs an action and returns the code of the amount error that it throws, or the result. */
function amountCode(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    if (error instanceof AmountError) return error.code
    throw error
  }
}

/** Generates decimal strings inside the grammar, with at most `decimals` digits after the point. */
function decimalText(decimals: number): fc.Arbitrary<string> {
  const whole = fc.oneof(
    fc.constant('0'),
    fc.stringMatching(/^[1-9][0-9]{0,29}$/).map((digits) => digits.slice(0, 30)),
  )
  const fraction = fc.stringMatching(/^[0-9]+$/).map((digits) => digits.slice(0, decimals))
  return fc
    .tuple(whole, fc.option(fraction))
    .map(([left, right]) => (right === null || right === '' ? left : `${left}.${right}`))
}

describe('parseAmount', () => {
  it.each([
    ['1', 0, 1n],
    ['1', 6, 1_000_000n],
    ['1.5', 6, 1_500_000n],
    ['0.000001', 6, 1n],
    ['1.50', 6, 1_500_000n],
    ['100000000000000000000', 18, 10n ** 38n],
    ['999999999999999999999999999999', 18, (10n ** 30n - 1n) * 10n ** 18n],
    ['0.000000000000000001', 18, 1n],
    ['1', 77, 10n ** 77n],
  ])('parseAmount reads %s with %i decimals', (text, decimals, units) => {
    expect(parseAmount(text, decimals)).toBe(units)
  })

  it.each([
    // Number formats that other parsers accept
    ['1e18'],
    ['1e400'],
    ['0x10'],
    [' 1'],
    ['1 '],
    ['1\n'],
    ['1,000'],
    ['1_000'],
    ['١٢'],
    ['１２'],
    ['1٫5'],
    ['NaN'],
    ['Infinity'],
    ['+1'],
    // Forms that the grammar excludes: a minus sign, missing or leading digits, several points.
    ['-1'],
    ['-0'],
    ['.5'],
    ['5.'],
    ['.'],
    [''],
    ['00001'],
    ['00'],
    ['00.1'],
    ['1.2.3'],
    ['1..2'],
    ['9'.repeat(31)],
    ['9'.repeat(90)],
    [`0.${'0'.repeat(150)}1`],
    // The characters next to the digits in ASCII
    ['1:'],
    ['1/'],
    ['1'.repeat(100_000)],
    ['1\u0000'],
    ['1\u202e'],
  ])('parseAmount rejects %j as not a plain decimal', (text) => {
    expect(amountCode(() => parseAmount(text, 18))).toBe('invalid_amount')
  })

  it.each([[1], [1e21], [Number.POSITIVE_INFINITY], [1n], [null], [undefined], [['1']], [{}]])(
    'parseAmount rejects %s, which is not a string',
    (value) => {
      // Untyped code may pass any value: the API's schemas are not the only callers.
      const parse: (text: never, decimals: number) => bigint = parseAmount
      expect(amountCode(() => parse(value as never, 6))).toBe('invalid_amount')
    },
  )

  it('parseAmount rejects more decimals than the currency has, even if they are zeros', () => {
    expect(amountCode(() => parseAmount('1.0000005', 6))).toBe('too_many_decimals')
    expect(amountCode(() => parseAmount('1.0000000', 6))).toBe('too_many_decimals')
    expect(amountCode(() => parseAmount('1.0', 0))).toBe('too_many_decimals')
  })

  it('parseAmount rejects zero without allowZero', () => {
    expect(amountCode(() => parseAmount('0', 6))).toBe('amount_not_positive')
    expect(amountCode(() => parseAmount('0.000000', 6))).toBe('amount_not_positive')
    expect(parseAmount('0', 6, { allowZero: true })).toBe(0n)
    expect(parseAmount('0.00', 6, { allowZero: true })).toBe(0n)
  })

  it('parseAmount rejects an amount that exceeds 256 bits after scaling', () => {
    const largest = formatAmount(MAX_UINT256, 60)
    expect(parseAmount(largest, 60)).toBe(MAX_UINT256)
    expect(amountCode(() => parseAmount(formatAmount(MAX_UINT256 + 1n, 60), 60))).toBe(
      'amount_too_large',
    )
    expect(amountCode(() => parseAmount('1'.repeat(30), 60))).toBe('amount_too_large')
    const longest = `${'9'.repeat(30)}.${'9'.repeat(77)}`
    expect(amountCode(() => parseAmount(longest, 77))).toBe('amount_too_large')
  })

  it.each([[-1], [78], [1.5], [Number.NaN]])(
    'parseAmount and formatAmount reject %s as a number of decimals',
    (decimals) => {
      const needed = `needs decimals from 0 to 77, got ${decimals}.`
      expect(() => parseAmount('1', decimals)).toThrow(ArithmeticRangeError)
      expect(() => parseAmount('1', decimals)).toThrow(`parseAmount ${needed}`)
      expect(() => formatAmount(1n, decimals)).toThrow(ArithmeticRangeError)
      expect(() => formatAmount(1n, decimals)).toThrow(`formatAmount ${needed}`)
    },
  )

  it('parseAmount agrees with viem on every string within the grammar', () => {
    const cases = fc
      .integer({ min: 0, max: 24 })
      .chain((decimals) => fc.tuple(decimalText(decimals), fc.constant(decimals)))
    fc.assert(
      fc.property(cases, ([text, decimals]) => {
        expect(parseAmount(text, decimals, { allowZero: true })).toBe(parseUnits(text, decimals))
      }),
    )
  })

  it('parseAmount accepts a string if and only if it matches the grammar', () => {
    const grammar = /^(0|[1-9][0-9]{0,29})(\.[0-9]{1,6})?$/
    const text = fc.stringMatching(/^[0-9.eE+\-x ]{0,12}$/)
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (candidate) => {
        const outcome = amountCode(() => parseAmount(candidate, 6, { allowZero: true }))
        expect(typeof outcome === 'bigint').toBe(grammar.test(candidate))
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('formatAmount', () => {
  it.each([
    [0n, 6, '0'],
    [1n, 6, '0.000001'],
    [1_500_000n, 6, '1.5'],
    [10n, 6, '0.00001'],
    [1_000_000n, 6, '1'],
    [120n, 0, '120'],
    [100_000_000n, 6, '100'],
    [MAX_UINT256, 0, MAX_UINT256.toString()],
  ])('formatAmount formats %s with %i decimals as %s', (units, decimals, text) => {
    expect(formatAmount(units, decimals)).toBe(text)
  })

  it('formatAmount rejects negative units', () => {
    expect(() => formatAmount(-1n, 6)).toThrow(ArithmeticRangeError)
    expect(() => formatAmount(-1n, 6)).toThrow('formatAmount needs units of at least 0, got -1.')
  })

  it('formatAmount produces strings that parseAmount reads back, as viem does', () => {
    fc.assert(
      fc.property(
        // With 10 decimals, 10^40 would have one digit more than an amount can have.
        fc.bigInt({ min: 0n, max: 10n ** 40n - 1n }),
        fc.integer({ min: 10, max: 24 }),
        (units, decimals) => {
          const text = formatAmount(units, decimals)
          expect(text).toBe(formatUnits(units, decimals))
          expect(parseAmount(text, decimals, { allowZero: true })).toBe(units)
        },
      ),
    )
  })
})

describe('divide', () => {
  it.each<[bigint, bigint, Rounding, bigint]>([
    [7n, 2n, 'up', 4n],
    [7n, 2n, 'down', 3n],
    [5n, 2n, 'half_even', 2n],
    [7n, 2n, 'half_even', 4n],
    [8n, 3n, 'half_even', 3n],
    [7n, 3n, 'half_even', 2n],
    [6n, 3n, 'up', 2n],
    [0n, 3n, 'up', 0n],
  ])('divide divides %s by %s rounding %s to %s', (a, b, rounding, quotient) => {
    expect(divide(a, b, rounding)).toBe(quotient)
  })

  it('divide satisfies the definition of each rounding mode', () => {
    const dividend = fc.bigInt({ min: 0n, max: MAX_UINT256 })
    const divisor = fc.oneof(
      fc.bigInt({ min: 1n, max: 9n }),
      fc.bigInt({ min: 1n, max: 10n ** 30n }),
    )
    fc.assert(
      fc.property(dividend, divisor, (a, b) => {
        const down = divide(a, b, 'down')
        const up = divide(a, b, 'up')
        const even = divide(a, b, 'half_even')
        expect(down * b <= a && a < (down + 1n) * b).toBe(true)
        expect(up * b >= a && a > (up - 1n) * b).toBe(true)
        const distance = even * b > a ? even * b - a : a - even * b
        expect(2n * distance <= b).toBe(true)
        if (2n * distance === b) expect(even % 2n).toBe(0n)
      }),
    )
  })

  it('divide rejects a negative dividend and a divisor that is not positive', () => {
    expect(() => divide(-1n, 2n, 'up')).toThrow(ArithmeticRangeError)
    expect(() => divide(1n, 0n, 'up')).toThrow(ArithmeticRangeError)
    expect(() => divide(1n, -2n, 'up')).toThrow(ArithmeticRangeError)
    expect(() => divide(-1n, 2n, 'up')).toThrow('divide needs a dividend of at least 0, got -1.')
    expect(() => divide(1n, 0n, 'up')).toThrow('divide needs a divisor above 0, got 0.')
  })
})

describe('parsePercent', () => {
  it.each([
    ['0', 0n],
    ['2.5', 2_500_000_000_000_000_000n],
    ['100', 10n ** 20n],
    ['100.0', 10n ** 20n],
    ['0.000000000000000001', 1n],
  ])('parsePercent reads %s', (text, scaled) => {
    expect(parsePercent(text)).toBe(scaled)
  })

  it.each([
    ['100.000000000000000001'],
    ['101'],
    ['-1'],
    ['+1'],
    ['01'],
    ['.5'],
    ['5.'],
    ['1e1'],
    ['2,5'],
    ['2.5%'],
    ['0.0000000000000000001'],
    ['0.0000000000000000000'],
    [''],
    ['٢'],
  ])('parsePercent rejects %j', (text) => {
    expect(() => parsePercent(text)).toThrow(PercentageError)
  })
})

describe('percentOf', () => {
  it.each<[bigint, string, Rounding, bigint]>([
    [1_000_000n, '2.5', 'up', 25_000n],
    [1n, '1', 'up', 1n],
    [1n, '1', 'down', 0n],
    [1_000_001n, '0.1', 'up', 1_001n],
    [50n, '1', 'half_even', 0n],
    [150n, '1', 'half_even', 2n],
    [123n, '100', 'up', 123n],
    [123n, '0', 'up', 0n],
  ])(
    'percentOf of %s units at %s percent, rounded %s, is %s',
    (units, percent, rounding, share) => {
      expect(percentOf(units, percent, rounding)).toBe(share)
    },
  )

  it('percentOf rounds up and down to the two amounts next to the exact share, and the share never exceeds the amount', () => {
    const percent = fc
      .bigInt({ min: 0n, max: 10n ** 20n })
      .map((scaled) => formatAmount(scaled, 18))
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_UINT256 }), percent, (units, text) => {
        const up = percentOf(units, text, 'up')
        const down = percentOf(units, text, 'down')
        const scaled = parsePercent(text)
        expect(down <= up && up <= units && up - down <= 1n).toBe(true)
        expect(up * 10n ** 20n >= units * scaled && down * 10n ** 20n <= units * scaled).toBe(true)
      }),
    )
  })

  it('percentOf gives the parts of a batch at least the fee of the whole, and at most one unit more per part', () => {
    const parts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 24n }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(parts, (amounts) => {
        const total = amounts.reduce((sum, amount) => sum + amount, 0n)
        const fees = amounts.reduce((sum, amount) => sum + percentOf(amount, '0.75', 'up'), 0n)
        const feeOfTotal = percentOf(total, '0.75', 'up')
        expect(fees >= feeOfTotal && fees <= feeOfTotal + BigInt(amounts.length)).toBe(true)
      }),
    )
  })
})
