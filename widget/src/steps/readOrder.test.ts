import { describe, expect, it } from 'vitest'
import { anItem } from '../testing/examples.ts'
import { InvalidOrderError, readOrder } from './readOrder.ts'

const items = [anItem({ amount: '12.5', remainingAmount: '2.5' })]
const tea = { name: 'Tea', quantity: '2', unitPrice: '6' }
const lines = [{ ...tea, taxAmount: '0.5' }]

describe('readOrder', () => {
  it('readOrder returns all members, with a missing tax as 0', () => {
    const order = { title: 'Order 1042', description: 'Tea', dueDate: '2027-01-31' }
    expect(readOrder({ items, order: { ...order, lines } })).toEqual({ ...order, lines })
    const untaxed = { ...tea, quantity: '1', unitPrice: '12.5' }
    expect(readOrder({ items, order: { lines: [untaxed] } })?.lines).toEqual([
      { ...untaxed, taxAmount: '0' },
    ])
  })

  it.each([undefined, null])('readOrder returns null without an order: %s', (order) => {
    expect(readOrder({ items, order })).toBeNull()
  })

  it('readOrder compares the lines with the full amount, even after a partial payment', () => {
    expect(() => readOrder({ items, order: { lines } })).not.toThrow()
    const rest = [{ ...tea, quantity: '1', unitPrice: '2.5' }]
    expect(() => readOrder({ items, order: { lines: rest } })).toThrow(InvalidOrderError)
  })

  it.each([
    ['less', [{ ...tea, taxAmount: '0.499999' }]],
    ['more', [{ ...tea, taxAmount: '0.500001' }]],
    [
      'a negative part',
      [
        { ...tea, unitPrice: '10' },
        { ...tea, unitPrice: '-3.75' },
      ],
    ],
    ['no number', [{ ...tea, unitPrice: 'NaN' }]],
    ['an exponent', [{ ...tea, quantity: '125e-1', unitPrice: '1' }]],
    ['a number that is no text', [{ ...tea, quantity: 2, taxAmount: '0.5' }]],
    ['no name', [{ quantity: '2', unitPrice: '6', taxAmount: '0.5' }]],
    ['101 lines', Array.from({ length: 101 }, () => ({ ...tea, unitPrice: '0' }))],
    ['no list', { length: 1, 0: lines[0] }],
  ])('readOrder rejects lines with %s', (_, wrong) => {
    expect(() => readOrder({ items, order: { lines: wrong } })).toThrow(InvalidOrderError)
  })

  it('readOrder rejects lines for several items, which have no single amount', () => {
    const two = [...items, ...items]
    expect(() => readOrder({ items: two, order: { lines } })).toThrow(InvalidOrderError)
    expect(() => readOrder({ items: two, order: { title: 'Tea' } })).not.toThrow()
  })

  it.each(['text', 7, { title: 7 }, { description: {} }, { dueDate: [] }])(
    'readOrder rejects the shape %j',
    (order) => {
      expect(() => readOrder({ items, order })).toThrow(InvalidOrderError)
    },
  )
})
