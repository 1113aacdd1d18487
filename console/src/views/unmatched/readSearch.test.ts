import { expect, test } from 'vitest'
import { readSearch } from './readSearch.ts'

const DIGITS = 'Ab'.repeat(32)

test.each([
  ['', null],
  ['  ', null],
  [`0x${DIGITS}`, { txHash: `0x${DIGITS}` }],
  [DIGITS, { txHash: DIGITS }],
  [` 01${DIGITS} `, { requestId: `01${DIGITS}` }],
  ['0x7d1e0a92c4b85f36', { paymentReference: '0x7d1e0a92c4b85f36' }],
  ['0x7d1e0a92c4b85f3', { reference: '0x7d1e0a92c4b85f3' }],
  ['PO-7781 / 2', { reference: 'PO-7781 / 2' }],
])('The search %j becomes the query %j', (typed, expected) => {
  expect(readSearch(typed)).toEqual(expected)
})
