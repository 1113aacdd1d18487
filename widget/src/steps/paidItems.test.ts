import { describe, expect, it } from 'vitest'
import { anItem, aPayment, aRecord } from '../testing/examples.ts'
import { paidItems } from './paidItems.ts'

describe('paidItems', () => {
  it('paidItems requires an item’s remaining amount as proof', () => {
    const payment = aPayment({ items: [anItem({ remainingAmount: '12.5', decimals: 6 })] })
    expect(paidItems(payment, aRecord())).toMatchObject([{ dueUnits: 12_500_000n }])
  })

  const quoted = { pricing: 'market', symbol: 'USDC', decimals: 6 }
  const priced = aPayment({ items: [anItem({ remainingAmount: '80', decimals: 8, quoted })] })
  const option = { chain: 'devnet', token: 'USDC', needed: '86.95' }

  it('paidItems requires exactly the attempt’s own amount at a price that the service fixed', () => {
    const record = aRecord({ option: { ...option, pays: '86089108' } })
    expect(paidItems(priced, record)).toMatchObject([{ dueUnits: 86_089_108n }])
  })

  it('paidItems requires the amount that arrives, even if the attempt pays from another chain', () => {
    const conversion = { symbol: 'ETH', decimals: 18, rate: null, maxRateAgeS: null }
    const payment = aPayment({ items: [anItem({ remainingAmount: '80', conversion })] })
    const record = aRecord({ option: { ...option, needed: '90', pays: '86089108' } })
    expect(paidItems(payment, record)).toMatchObject([
      { dueUnits: 86_089_108n, isConverted: false },
    ])
  })

  it('paidItems requires half of the needed amount as proof if the record lacks the attempt’s own amount', () => {
    expect(paidItems(priced, aRecord({ option }))).toMatchObject([{ dueUnits: 43_475_000n }])
  })

  it('paidItems omits an item whose amount cannot be read', () => {
    expect(paidItems(aPayment({ items: [anItem({ remainingAmount: 'x' })] }), aRecord())).toEqual(
      [],
    )
  })
})
