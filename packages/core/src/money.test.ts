import fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesToTry } from '../../../tests/support/casesToTry.ts'
import {
  divide,
  formatAmount,
  parseAmount,
  parsePercent,
  percentOf,
  type Rounding,
} from './amount.ts'
import {
  computeRate,
  convertUnits,
  FIAT_DECIMALS,
  formatRate,
  maxToSpendUnits,
  SLIPPAGE_BPS,
  unconvertUnits,
} from './conversion/index.ts'
import { AmountError } from './errors.ts'
import { planFee } from './routing/index.ts'

/*
 * A million cases of money arithmetic (a tenth in the quick tier). Each law is stated in plain integers, independently of the code.
 * `MONEY_SEED` repeats the run that printed the seed.
 */
const CASES_PER_LAW = 85_000
const LEAST_CASES = casesToTry(1_000_000)
const seed = Number(process.env['MONEY_SEED'] ?? Date.now() % 2 ** 31)
let cases = 0

/**
 * Checks one law on generated values; `holds` returns whether the law holds for them. Laws return plain booleans, because matchers would
 * use most of the time.
 */
function law<Values extends [unknown, ...unknown[]]>(
  name: string,
  arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  holds: (...values: Values) => boolean,
): void {
  test(name, () => {
    const counted = (...values: Values) => {
      cases++
      return holds(...values)
    }
    fc.assert(fc.property(...arbitraries, counted), { seed, numRuns: casesToTry(CASES_PER_LAW) })
  })
}

const E18 = 10n ** 18n
const tenTo = (exponent: number) => 10n ** BigInt(exponent)
/** Generates small amounts, where rounding matters, as often as large amounts. */
const units = fc.oneof(
  fc.bigInt({ min: 0n, max: 1_000n }),
  fc.bigInt({ min: 0n, max: 10n ** 12n }),
  fc.bigInt({ min: 0n, max: 10n ** 30n - 1n }),
)
const positive = units.map((value) => value + 1n)
const decimals = fc.integer({ min: 0, max: 24 })
/** Rates in units per 10^18 units. */
const rates = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 12n }),
  fc.bigInt({ min: 1n, max: 10n ** 18n }),
  fc.bigInt({ min: 1n, max: 10n ** 30n }),
)
const digits = (minLength: number, maxLength: number) =>
  fc.stringMatching(new RegExp(`^[0-9]{${minLength},${maxLength}}$`))
const percents = fc.oneof(
  fc.integer({ min: 0, max: 1_000 }).map((tenths) => `${Math.floor(tenths / 10)}.${tenths % 10}`),
  fc
    .tuple(fc.integer({ min: 0, max: 99 }), digits(1, 18))
    .map(([whole, rest]) => `${whole}.${rest}`),
)
const parts = fc.array(units, { minLength: 1, maxLength: 6 })
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)

/** Splits a decimal text into its numerator and its power of ten. */
function ratioOf(text: string): { numerator: bigint; power: number } {
  const [whole = '', fraction = ''] = text.split('.')
  return { numerator: BigInt(whole + fraction), power: fraction.length }
}

law(
  'an amount survives a round trip through its text to the last unit',
  [units, decimals],
  (amount, places) => {
    const text = formatAmount(amount, places)
    const { numerator, power } = ratioOf(text)
    return (
      parseAmount(text, places, { allowZero: true }) === amount &&
      numerator * tenTo(places - power) === amount &&
      !/\.\d*0$|\.$/.test(text)
    )
  },
)

law(
  'a text is parsed exactly or rejected, never rounded',
  [fc.bigInt({ min: 0n, max: 10n ** 29n }), digits(0, 20), fc.integer({ min: 0, max: 20 })],
  (whole, fraction, places) => {
    const text = fraction === '' ? `${whole}` : `${whole}.${fraction}`
    try {
      const read = parseAmount(text, places, { allowZero: true })
      return (
        fraction.length <= places &&
        read === BigInt(`${whole}${fraction}`) * tenTo(places - fraction.length)
      )
    } catch (error) {
      if (!(error instanceof AmountError)) throw error
      return error.code === 'too_many_decimals' && fraction.length > places
    }
  },
)

law(
  'a division rounds in the given direction',
  [units, positive, fc.constantFrom<Rounding[]>('up', 'down', 'half_even')],
  (a, b, rounding) => {
    const quotient = divide(a, b, rounding)
    const error = quotient * b - a
    switch (rounding) {
      case 'up':
        return error >= 0n && error < b
      case 'down':
        return error <= 0n && -error < b
      case 'half_even': {
        const twice = error < 0n ? -2n * error : 2n * error
        return twice < b || (twice === b && quotient % 2n === 0n)
      }
    }
  },
)

law(
  'a percentage is the smallest whole number of units that covers it',
  [units, percents],
  (amount, percent) => {
    const { numerator, power } = ratioOf(percent)
    const fee = percentOf(amount, percent, 'up')
    const exact = amount * numerator
    const scale = 100n * tenTo(power)
    return (
      fee * scale >= exact &&
      (fee - 1n) * scale < exact &&
      parsePercent(percent) === numerator * tenTo(18 - power)
    )
  },
)

law(
  'paying in parts never costs a smaller fee than paying at once',
  [parts, percents],
  (list, percent) => {
    const feeOf = (amount: bigint) => planFee(amount, percent, '0xfee')?.units ?? -1n
    const whole = feeOf(sum(list))
    const split = sum(list.map(feeOf))
    return split >= whole && split <= whole + BigInt(list.length)
  },
)

law('the texts of parts add up to the whole', [parts, decimals], (list, places) => {
  const texts = list.map((part) => formatAmount(part, places))
  const read = texts.map((text) => parseAmount(text, places, { allowZero: true }))
  return (
    sum(read) === sum(list) && formatAmount(sum(read), places) === formatAmount(sum(list), places)
  )
})

law(
  'fiat amounts survive padding to the decimals of the contracts',
  [fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.constantFrom(0, 2)],
  (minorUnits, places) => {
    const text = formatAmount(minorUnits, places)
    const padded = parseAmount(text, FIAT_DECIMALS, { allowZero: true })
    return (
      padded === minorUnits * tenTo(FIAT_DECIMALS - places) &&
      formatAmount(padded, FIAT_DECIMALS) === text
    )
  },
)

law(
  'a conversion returns the whole units below the exact amount',
  [units, rates],
  (amount, rate) => {
    const taken = convertUnits(amount, rate)
    return taken * E18 <= amount * rate && amount * rate < (taken + 1n) * E18
  },
)

law('a conversion there and back never gains a unit', [units, rates], (amount, rate) => {
  const there = convertUnits(amount, rate)
  const back = unconvertUnits(there, rate)
  return back <= amount && convertUnits(unconvertUnits(amount, rate), rate) <= amount
})

law(
  'the maximum spend covers the amount that the contract collects, with little more than the slippage',
  [units, units, rates, fc.constantFrom(SLIPPAGE_BPS.stable, SLIPPAGE_BPS.volatile)],
  (amountUnits, feeUnits, rate, slippageBps) => {
    const most = maxToSpendUnits({ amountUnits, feeUnits, rate, slippageBps })
    // The proxy converts the amount and the fee separately.
    const taken = (amountUnits * rate) / E18 + (feeUnits * rate) / E18
    return most >= taken && most * 10_000n <= (taken + 2n) * (10_000n + BigInt(slippageBps))
  },
)

law(
  'converted in parts, amount and fee lose less than one unit of the payment currency each time',
  [parts, percents, rates],
  (list, percent, rate) => {
    const feeOf = (amount: bigint) => planFee(amount, percent, '0xfee')?.units ?? -1n
    const taken = sum(
      list.map((part) => convertUnits(part, rate) + convertUnits(feeOf(part), rate)),
    )
    const atOnce = convertUnits(sum(list) + feeOf(sum(list)), rate)
    return taken > atOnce - 2n * BigInt(list.length)
  },
)

law(
  'the rate of one price feed is the exact quotient, rounded down',
  [decimals, decimals, decimals, fc.boolean(), fc.bigInt({ min: 1n, max: 10n ** 24n })],
  (inputDecimals, outputDecimals, aggregatorDecimals, reverse, answer) => {
    const rate = computeRate([
      { inputDecimals, outputDecimals, aggregatorDecimals, reverse, answer },
    ])
    const up = E18 * tenTo(outputDecimals)
    const exact = reverse
      ? (up * tenTo(aggregatorDecimals)) / (answer * tenTo(inputDecimals))
      : (up * answer) / tenTo(inputDecimals + aggregatorDecimals)
    return rate === exact
  },
)

law(
  'a rate is formatted exactly',
  [rates, decimals, decimals],
  (rate, fromDecimals, toDecimals) => {
    const { numerator, power } = ratioOf(formatRate(rate, fromDecimals, toDecimals))
    return numerator * tenTo(18 + toDecimals) === rate * tenTo(fromDecimals + power)
  },
)

test('the deep tier checks more than a million cases, and every other run a tenth of them', () => {
  console.info(`Money arithmetic: ${cases} cases, MONEY_SEED=${seed}`)
  expect(cases).toBeGreaterThanOrEqual(LEAST_CASES)
})
