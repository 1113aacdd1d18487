import { describe, expect, it } from 'vitest'
import { aConvertedItem, aPayment } from '../../testing/examples.ts'
import { findPrice } from './findPrice.ts'

describe('findPrice', () => {
  const item = aConvertedItem()
  const priceIn = (raw: unknown) => findPrice({ ...aPayment({ items: [item] }), raw }, item)

  it('findPrice returns the price that the service states for the item', () => {
    const { requestId } = item
    const other = { requestId: 'other', paidPrice: '2' }
    expect(priceIn({ items: [other, { requestId, paidPrice: '0.96' }] })).toBe('0.96')
  })

  it.each([
    ['a service of an earlier release', { items: [{ requestId: item.requestId }] }],
    ['an unreadable price', { items: [{ requestId: item.requestId, paidPrice: {} }] }],
    ['an unreadable response', null],
  ])('findPrice returns no price from %s', (_, raw) => {
    expect(priceIn(raw)).toBeNull()
  })
})
