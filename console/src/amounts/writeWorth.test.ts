import { createFormat } from '@secure-payment/widget/design'
import { expect, test } from 'vitest'
import { exactWorth, writeWorth } from './writeWorth.ts'

test.each([
  ['12.49875', 'USD', '$12.49'],
  ['12.49999999', 'EUR', '€12.49'],
  ['7', 'GBP', '£7.00'],
  ['0.5', 'CNY', 'CN¥0.50'],
  ['4500.99', 'JPY', '¥4,500'],
  ['0', 'JPY', '¥0'],
  ['123456789012345678.1', 'USD', '$123,456,789,012,345,678.10'],
])('%s %s is written as %s', (worth, currency, written) => {
  expect(writeWorth(createFormat('en'), worth, currency)).toBe(written)
})

test.each([
  ['12.49875', 'USD', '12.49875\u00a0USD'],
  ['4500.5', 'JPY', '4500.5\u00a0JPY'],
  ['12.49', 'USD', null],
  ['4500', 'JPY', null],
])('%s %s has the exact form %s', (worth, currency, exact) => {
  expect(exactWorth(worth, currency)).toBe(exact)
})
