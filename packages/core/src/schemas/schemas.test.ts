import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { parseAmount, parsePercent } from '../amount.ts'
import { toFieldIssues } from '../api/fieldIssues.ts'
import { formatTronAddress } from '../tronAddress.ts'
import {
  addressSchema,
  amountSchema,
  currencyIdSchema,
  evmTxHashSchema,
  limitSchema,
  percentageSchema,
  recipientSchema,
  requestIdSchema,
  shortPercentageSchema,
  txHashSchema,
  ulidSchema,
} from './schemas.ts'

describe('amountSchema', () => {
  it.each(['1', '12.5', '0.000001', '1.10', '9'.repeat(30), `0.${'0'.repeat(76)}1`])(
    'amountSchema accepts %j',
    (text) => {
      expect(codesOf(amountSchema, text)).toEqual([])
    },
  )

  it.each([
    ['1e3', 'invalid_amount'],
    ['1e18', 'invalid_amount'],
    ['0x10', 'invalid_amount'],
    [' 1', 'invalid_amount'],
    ['1 ', 'invalid_amount'],
    ['1\n', 'invalid_amount'],
    ['1,000', 'invalid_amount'],
    ['١', 'invalid_amount'],
    ['１', 'invalid_amount'],
    ['NaN', 'invalid_amount'],
    ['Infinity', 'invalid_amount'],
    ['+1', 'invalid_amount'],
    ['-1', 'invalid_amount'],
    ['-0', 'invalid_amount'],
    ['.5', 'invalid_amount'],
    ['5.', 'invalid_amount'],
    ['00001', 'invalid_amount'],
    ['01.5', 'invalid_amount'],
    ['1.2.3', 'invalid_amount'],
    ['', 'invalid_amount'],
    ['9'.repeat(31), 'invalid_amount'],
    ['9'.repeat(100_000), 'invalid_amount'],
    ['0', 'amount_not_positive'],
    ['0.000', 'amount_not_positive'],
    [5, 'invalid_type'],
    [JSON.parse('1e400'), 'invalid_type'],
    [null, 'invalid_type'],
    [['1'], 'invalid_type'],
    [undefined, 'required'],
  ])('amountSchema rejects %j as %s', (input, code) => {
    expect(codesOf(amountSchema, input)).toEqual([code])
  })

  it('amountSchema accepts exactly the strings that parseAmount accepts for a token with enough decimals', () => {
    const text = fc.stringMatching(/^[-+]?[0-9.e ]{0,40}$/)
    fc.assert(
      fc.property(text, (amount) => {
        expect(amountSchema.safeParse(amount).success).toBe(
          isAccepted(() => parseAmount(amount, 40)),
        )
      }),
      { examples: [['0'], ['0.0'], ['1.'], ['00'], ['0.1']] },
    )
  })
})

describe('percentageSchema', () => {
  it.each(['0', '2.5', '100', '100.00', '0.000000000000000001', '99.99'])(
    'percentageSchema accepts %j',
    (text) => {
      expect(codesOf(percentageSchema, text)).toEqual([])
    },
  )

  it.each([
    ['100.000000000000000001', 'out_of_range'],
    ['101', 'out_of_range'],
    ['1000', 'out_of_range'],
    ['-1', 'invalid_percentage'],
    ['1%', 'invalid_percentage'],
    ['0.0000000000000000001', 'too_many_decimals'],
    [2.5, 'invalid_type'],
  ])('percentageSchema rejects %j as %s', (input, code) => {
    expect(codesOf(percentageSchema, input)).toEqual([code])
  })

  it('percentageSchema accepts exactly the strings that parsePercent accepts', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-]?[0-9]{0,4}\.?[0-9]{0,20}$/), (text) => {
        expect(percentageSchema.safeParse(text).success).toBe(isAccepted(() => parsePercent(text)))
      }),
      { examples: [['100.0'], ['100.1'], ['0'], ['00']] },
    )
  })

  it('percentageSchema has a variant with at most two decimals for client IDs', () => {
    expect(codesOf(shortPercentageSchema, '0.25')).toEqual([])
    expect(codesOf(shortPercentageSchema, '0.255')).toEqual(['too_many_decimals'])
  })
})

describe('addressSchema and recipientSchema', () => {
  it.each([
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    '0x70997970C51812DC3A010C7D01B50E0D17DC79C8',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ])('addressSchema and recipientSchema accept %s', (text) => {
    expect(codesOf(addressSchema, text)).toEqual([])
    expect(codesOf(recipientSchema, text)).toEqual([])
  })

  it.each([
    '',
    '0x',
    '70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0X70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C80',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79Cg',
    '0x70997970С51812dc3A010C7d01b50e0d17dc79C8', // a Cyrillic С
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60', // not base58
    'ana.eth',
  ])('addressSchema and recipientSchema reject %j', (text) => {
    expect(codesOf(addressSchema, text)).toEqual(['invalid_address'])
    expect(codesOf(recipientSchema, text)).toEqual(['invalid_address'])
  })

  it('addressSchema accepts the zero address, and recipientSchema rejects it', () => {
    const zero = `0x${'0'.repeat(40)}`
    expect(codesOf(addressSchema, zero)).toEqual([])
    expect(codesOf(recipientSchema, zero)).toEqual(['zero_address'])
    const tronZero = formatTronAddress(new Uint8Array(20))
    expect(codesOf(addressSchema, tronZero)).toEqual([])
    expect(codesOf(recipientSchema, tronZero)).toEqual(['zero_address'])
  })
})

describe('ids', () => {
  it.each([
    'USDC-base',
    'USDCn-optimism',
    'ETH-sepolia-sepolia',
    'fUSDC-sepolia',
    'USD',
    'USDC-devnet-b',
  ])('currencyIdSchema accepts %s', (text) => {
    expect(codesOf(currencyIdSchema, text)).toEqual([])
  })

  it.each(['', '-base', 'USDC-', 'USDC base', "USDC';--", 'x'.repeat(200)])(
    'currencyIdSchema rejects %j',
    (text) => {
      expect(codesOf(currencyIdSchema, text)).toEqual(['invalid_currency'])
    },
  )

  it.each([
    [ulidSchema, '01ARZ3NDEKTSV4RRFFQ69G5FAV', true],
    [ulidSchema, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ', true],
    [ulidSchema, '8ZZZZZZZZZZZZZZZZZZZZZZZZZ', false],
    [ulidSchema, '01arz3ndektsv4rrffq69g5fav', false],
    [ulidSchema, '01ARZ3NDEKTSV4RRFFQ69G5FAU', false],
    [ulidSchema, '01ARZ3NDEKTSV4RRFFQ69G5FAVX', false],
    [txHashSchema, `0x${'aB'.repeat(32)}`, true],
    [txHashSchema, 'aB'.repeat(32), true],
    [txHashSchema, `0x${'aB'.repeat(31)}`, false],
    [evmTxHashSchema, `0x${'aB'.repeat(32)}`, true],
    [evmTxHashSchema, 'aB'.repeat(32), false],
    [txHashSchema, 'aB'.repeat(33), false],
    [requestIdSchema, `01${'ab'.repeat(32)}`, true],
    [requestIdSchema, `01${'AB'.repeat(32)}`, false],
    [requestIdSchema, `02${'ab'.repeat(32)}`, false],
  ])('an id schema accepts only valid ids: case %#', (schema, text, isValid) => {
    expect(schema.safeParse(text).success).toBe(isValid)
  })
})

describe('limitSchema', () => {
  it.each([
    ['1', []],
    ['100', []],
    ['0', ['out_of_range']],
    ['101', ['out_of_range']],
    ['1.5', ['invalid_integer']],
    ['-1', ['invalid_integer']],
    ['1e2', ['invalid_integer']],
    ['', ['invalid_integer']],
    [['1', '2'], ['invalid_type']],
  ])('limitSchema reports the issues of %j as %j', (input, codes) => {
    expect(codesOf(limitSchema(100), input)).toEqual(codes)
  })
})

function codesOf(schema: z.ZodType, input: unknown): string[] {
  const result = schema.safeParse(input)
  return result.success ? [] : toFieldIssues(result.error, input).map((issue) => issue.code)
}

function isAccepted(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch {
    return false
  }
}
