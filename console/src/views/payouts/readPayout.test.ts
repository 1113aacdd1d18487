import { describe, expect, test } from 'vitest'
import type { NetworkChoice } from '../../networkChoices.ts'
import { en } from '../../text/en.ts'
import { type PayoutCells, readPayout } from './readPayout.ts'

const ANA = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const token = (currencyId: string, symbol: string, address = USDC) => ({
  currencyId,
  symbol,
  name: symbol,
  address,
  isNative: false,
})
const base: NetworkChoice = {
  id: 'base',
  chainId: 8453,
  name: 'Base',
  isTest: false,
  family: 'evm',
  tokens: [token('USDC-base', 'USDC')],
}
const cells = {
  recipient: ANA,
  currency: 'USDC-base',
  amount: '12.5',
  reference: '',
  recipient_id: '',
}

function read(change: Partial<PayoutCells>, locale: string | null = null, network = base) {
  return readPayout({ ...cells, ...change }, { network, locale, text: en })
}

test('A payout keeps its amount as text, in its shortest form', () => {
  const wanted = { recipient: ` ${ANA} `, amount: '12.500000', reference: ' PO-7 ' }
  expect(read({ ...wanted, recipient_id: 'emp-7' })).toEqual({
    payout: {
      recipient: ANA,
      currencyId: 'USDC-base',
      symbol: 'USDC',
      decimals: 6,
      amount: '12.5',
      units: 12_500_000n,
      reference: 'PO-7',
      recipientId: 'emp-7',
    },
  })
})

test('An amount beyond a float’s precision loses no digit', () => {
  expect(read({ amount: '9007199254740993.000001' })).toMatchObject({
    payout: { amount: '9007199254740993.000001', units: 9_007_199_254_740_993_000_001n },
  })
})

describe('readPayout rejects the amount', () => {
  test.each([
    ['', en.errors.required],
    ['0', en.amounts.invalid],
    ['-1', en.amounts.invalid],
    ['1e3', en.amounts.invalid],
    ['1 000', en.amounts.plainInFile],
    ['1\u00a0000,50', en.amounts.plainInFile],
    ["1'250.00", en.amounts.plainInFile],
    ['1.250,00', en.amounts.plainInFile],
    ['1.250.000', en.amounts.plainInFile],
    ['1.25.0', en.amounts.plainInFile],
    ['012', en.amounts.invalid],
    ['NaN', en.amounts.invalid],
    ['12,50', en.amounts.plainInFile],
    ['1,250', en.amounts.plainInFile],
    ['1,250.00', en.amounts.plainInFile],
    ['0.0000001', en.amounts.tooManyDecimals(6)],
  ])('readPayout rejects the amount %j', (amount, reason) => {
    expect(read({ amount })).toEqual({ problems: { amount: reason } })
  })
})

test.each([
  ['12,50', '12.5'],
  ['1250,5', '1250.5'],
  ['1.250,00', '1250'],
  ['1,250.00', '1250'],
  ['1 250', '1250'],
])('A typed %j is read as %s', (amount, wanted) => {
  expect(read({ amount }, 'de')).toMatchObject({ payout: { amount: wanted } })
})

test.each([
  ['1,250', en.amounts.ambiguous('1250', '1.25')],
  ['1.250', en.amounts.ambiguous('1250', '1.25')],
  ['12,34,567', en.amounts.invalid],
  ['0', en.amounts.invalid],
  ['0,0000001', en.amounts.tooManyDecimals(6)],
])('A typed %j is rejected', (amount, reason) => {
  expect(read({ amount }, 'de')).toEqual({ problems: { amount: reason } })
})

test('A point in a file is a decimal point, as in the API', () => {
  expect(read({ amount: '1.250' })).toMatchObject({ payout: { amount: '1.25' } })
})

describe('readPayout rejects the recipient', () => {
  test.each([
    ['', en.errors.required],
    [ANA.slice(0, -1), en.payouts.recipientInvalid('Base')],
    [ANA.replace('C', 'c'), en.payouts.recipientInvalid('Base')],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', en.payouts.recipientInvalid('Base')],
    [`0x${'0'.repeat(40)}`, en.payouts.recipientNobody],
    [USDC.toLowerCase(), en.payouts.recipientToken('USDC')],
  ])('readPayout rejects the recipient %j', (recipient, reason) => {
    expect(read({ recipient })).toEqual({ problems: { recipient: reason } })
  })
})

test('A recipient on Tron is a Tron address', () => {
  const tron: NetworkChoice = { ...base, id: 'tron', family: 'tron', name: 'Tron' }
  expect(read({ recipient: ANA }, null, tron)).toEqual({
    problems: { recipient: en.payouts.recipientInvalid('Tron') },
  })
})

describe('currencies', () => {
  test('A symbol selects the only currency with that name, in any letter case', () => {
    expect(read({ currency: 'usdc' })).toMatchObject({ payout: { currencyId: 'USDC-base' } })
  })

  test('A symbol that two currencies share is rejected', () => {
    const network = { ...base, tokens: [...base.tokens, token('USDC2-base', 'USDC', ANA)] }
    expect(read({ currency: 'USDC', recipient: `0x${'1'.repeat(40)}` }, null, network)).toEqual({
      problems: { currency: en.payouts.currencyAmbiguous('USDC') },
    })
  })

  test.each([
    ['', en.errors.required],
    ['USDC-sepolia', en.payouts.currencyElsewhere('USDC-sepolia', 'Sepolia', 'Base')],
    ['EUR', en.payouts.currencyUnknown('EUR', 'Base')],
  ])('%j is rejected', (currency, reason) => {
    expect(read({ currency })).toEqual({ problems: { currency: reason } })
  })
})

test('Every invalid cell is reported at once', () => {
  expect(
    read({ recipient: 'x', currency: 'x', amount: 'x', reference: 'x'.repeat(256) }),
  ).toMatchObject({
    problems: {
      recipient: expect.any(String),
      currency: expect.any(String),
      amount: en.amounts.invalid,
      reference: en.payouts.tooLong,
    },
  })
})
