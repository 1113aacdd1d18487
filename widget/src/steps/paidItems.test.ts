import { describe, expect, it } from 'vitest'
import { anItem, aPayment, aRecord } from '../testing/examples.ts'
import { paidItems } from './paidItems.ts'

describe('paidItems', () => {
  it('paidItems requires an item’s remaining amount as proof', () => {
    const payment = aPayment({ items: [anItem({ remainingAmount: '12.5', decimals: 6 })] })
    expect(paidItems(payment, aRecord())).toMatchObject([{ dueUnits: 12_500_000n }])
  })

  it('paidItems requires half of the attempt’s amount for an item that the service prices', () => {
    const quoted = { pricing: 'market', symbol: 'USDC', decimals: 6 }
    const payment = aPayment({ items: [anItem({ remainingAmount: '80', decimals: 8, quoted })] })
    const record = aRecord({ option: { chain: 'devnet', token: 'USDC', needed: '86.95' } })
    expect(paidItems(payment, record)).toMatchObject([{ dueUnits: 43_475_000n }])
  })

  it('paidItems omits an item whose amount cannot be read', () => {
    expect(paidItems(aPayment({ items: [anItem({ remainingAmount: 'x' })] }), aRecord())).toEqual(
      [],
    )
  })
})
