import { expect, test } from 'vitest'
import { fakeForm } from '../../testing/fakeForm.ts'
import { en } from '../../text/en.ts'
import { readOrderLines, writeNumber } from './readOrderLines.ts'

const { form } = en.links

function read(values: Readonly<Record<string, string>>, rows: readonly number[] = [0]) {
  return readOrderLines(fakeForm(values), { rows, symbol: 'USD', locale: 'en', text: en })
}

test('The total of order lines is exact: quantity times price plus tax, for decimals of every size', () => {
  const { lines, total, fields } = read(
    {
      'name-0': 'Chair',
      'quantity-0': '3',
      'price-0': '0.1',
      'name-4': 'Flour',
      'quantity-4': '0.000001',
      'price-4': '0.000000000000000001',
      'tax-4': '1,234.50',
    },
    [0, 4],
  )
  expect(fields).toEqual({})
  expect(total).toBe('1234.800000000000000000000001')
  expect(lines).toEqual([
    { name: 'Chair', quantity: '3', unitPrice: '0.1' },
    { name: 'Flour', quantity: '0.000001', unitPrice: '0.000000000000000001', taxAmount: '1234.5' },
  ])
})

test('A line may be free of charge, but not without a quantity', () => {
  const free = { 'name-0': 'Gift', 'quantity-0': '1', 'price-0': '0' }
  expect(read(free).total).toBe('0')
  expect(read({ ...free, 'quantity-0': '0' })).toMatchObject({
    total: null,
    fields: { 'quantity-0': form.quantityInvalid },
  })
})

test.each([
  [{ 'name-0': '' }, { 'name-0': en.errors.required }],
  [{ 'name-0': 'x'.repeat(201) }, { 'name-0': form.tooLong(200) }],
  [{ 'quantity-0': '1.0000001' }, { 'quantity-0': form.quantityInvalid }],
  [{ 'price-0': '' }, { 'price-0': form.priceInvalid }],
  [{ 'price-0': '1.005' }, { 'price-0': en.amounts.ambiguous('1005', '1.0050') }],
  [{ 'tax-0': '-1' }, { 'tax-0': form.priceInvalid }],
  [{ 'quantity-0': '1'.repeat(10) }, { 'quantity-0': form.quantityInvalid }],
  [{ 'quantity-0': '$2' }, { 'quantity-0': form.quantityInvalid }],
  [{ 'price-0': '9'.repeat(31) }, { 'price-0': en.amounts.tooLarge }],
  [{ 'price-0': `0.${'1'.repeat(19)}` }, { 'price-0': en.amounts.tooManyDecimals(18) }],
  [{ 'tax-0': '€1' }, { 'tax-0': en.amounts.otherCurrency('€', 'USD') }],
])('A line with %j names the field that is not valid', (values, fields) => {
  const line = { 'name-0': 'Chair', 'quantity-0': '1', 'price-0': '2' }
  expect(read({ ...line, ...values }).fields).toEqual(fields)
})

test('Incomplete lines and an order without lines have no total', () => {
  const first = { 'name-0': 'Chair', 'quantity-0': '1', 'price-0': '2' }
  expect(read(first, [0, 1]).total).toBe(null)
  expect(read({}, []).total).toBe(null)
})

test.each([
  ['30.005', '30.0050'],
  ['30.05', '30.05'],
  ['1234.567', '1234.567'],
  ['1', '1'],
])('The number %s is written as %s, which has one reading', (number, written) => {
  expect(writeNumber(number)).toBe(written)
  const values = { 'name-0': 'Chair', 'quantity-0': '1', 'price-0': written }
  expect(read(values).lines).toEqual([{ name: 'Chair', quantity: '1', unitPrice: number }])
})

test('Prices and taxes may have their currency’s sign or code', () => {
  const line = {
    'name-0': 'Chair',
    'quantity-0': '999999999',
    'price-0': '$4.50',
    'tax-0': '1 USD',
  }
  expect(read(line)).toEqual({
    fields: {},
    lines: [{ name: 'Chair', quantity: '999999999', unitPrice: '4.5', taxAmount: '1' }],
    total: '4499999996.5',
  })
})
