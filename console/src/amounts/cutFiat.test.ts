import { expect, test } from 'vitest'
import { createConsoleFormat } from '../createConsoleFormat.ts'
import { exactFiat } from './cutFiat.ts'

const format = createConsoleFormat('en')

test.each([
  ['12.49875', 'USD', '$12.49'],
  ['12.49999999', 'EUR', '€12.49'],
  ['7', 'GBP', '£7.00'],
  ['0.5', 'CNY', 'CN¥0.50'],
  ['4500.99', 'JPY', '¥4,500'],
  ['0', 'JPY', '¥0'],
  ['0.00000000', 'USD', '$0.00'],
  ['0.00120000', 'USD', '$0.0012'],
  ['123456789012345678.1', 'USD', '$123,456,789,012,345,678.10'],
  ['12.498751', 'USDC', '12.498751\u00a0USDC'],
])('%s %s is written as %s', (amount, currency, written) => {
  expect(format.money(amount, currency)).toBe(written)
})

test('A price keeps its decimals if the caller states their number', () => {
  expect(format.money('0.99985', 'USD', 2)).toBe('$0.99985')
})

test.each([
  ['12.49875', 'USD', '12.49875\u00a0USD'],
  ['4500.5', 'JPY', '4500.5\u00a0JPY'],
  ['12.49', 'USD', null],
  ['4500', 'JPY', null],
])('%s %s has the exact form %s', (amount, currency, exact) => {
  expect(exactFiat(amount, currency)).toBe(exact)
})
