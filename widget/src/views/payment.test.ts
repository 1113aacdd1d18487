import { describe, expect, test } from 'vitest'
import type { Model } from '../model.ts'
import { bornePayment, singlePayment } from './fixturePayments.ts'
import { fixtures } from './fixtures.ts'
import { findParts } from './partial/findParts.ts'
import { findTotal, sumCosts } from './payment.ts'

describe('sums', () => {
  test('sums are exact beyond the precision of a float', () => {
    const part = { symbol: 'DAI' }
    expect(
      sumCosts([
        { ...part, amount: '90071992547409.930000000000000001' },
        { ...part, amount: '0.000000000000000002' },
      ]),
    ).toEqual([{ symbol: 'DAI', amount: '90071992547409.930000000000000003' }])
  })

  test('sums keep currencies apart, in their order', () => {
    expect(
      sumCosts([
        { symbol: 'USDC', amount: '1' },
        { symbol: 'DAI', amount: '2' },
        { symbol: 'USDC', amount: '0.5' },
      ]),
    ).toEqual([
      { symbol: 'USDC', amount: '1.5' },
      { symbol: 'DAI', amount: '2' },
    ])
  })
})

describe('the total', () => {
  test('the total includes the fee before a wallet is known', () => {
    expect(total('connect')).toEqual({
      costs: [{ symbol: 'USDC', amount: '10.02' }],
      isPlusFee: false,
    })
  })

  test('the total is the verified sum once a sum is verified', () => {
    const model = find('review')
    const review: Model['review'] = model.review && {
      ...model.review,
      totalNeeded: [{ symbol: 'USDC', amount: '7' }],
    }
    expect(findTotal({ ...model, review }).costs).toEqual([{ symbol: 'USDC', amount: '7' }])
  })

  test('the total after a partial payment is the remainder without its fee, which only the service can compute', () => {
    expect(total('partial')).toEqual({ costs: [{ symbol: 'USDC', amount: '6' }], isPlusFee: true })
  })

  test('the total contains no fee that the payee bears, before a payment and after a part of one', () => {
    const stated = (name: string) => {
      const model = find(name)
      return findTotal({ ...model, payment: model.payment && bornePayment(model.payment) })
    }
    expect(stated('connect')).toEqual({
      costs: [{ symbol: 'USDC', amount: '10' }],
      isPlusFee: false,
    })
    expect(stated('partial')).toEqual({
      costs: [{ symbol: 'USDC', amount: '6' }],
      isPlusFee: false,
    })
  })

  test('the total after success is the whole paid amount', () => {
    expect(total('succeeded').costs).toEqual([{ symbol: 'USDC', amount: '10.02' }])
  })

  test('the total of a batch is the sum of its items and fees', () => {
    expect(total('connect-batch').costs).toEqual([{ symbol: 'USDC', amount: '2102.520001' }])
  })
})

test('the total of a payment in parts excludes fees', () => {
  const [first] = singlePayment.items
  if (!first) throw new Error('The fixture has no item.')
  const items = [{ ...first, amountPaid: '4', remainingAmount: '6' }]
  expect(findParts({ ...singlePayment, items })).toEqual({
    paid: [{ symbol: 'USDC', amount: '4' }],
    total: [{ symbol: 'USDC', amount: '10' }],
    remaining: [{ symbol: 'USDC', amount: '6' }],
  })
})

function find(name: string): Model {
  const model = fixtures[name]
  if (!model) throw new Error(`There is no fixture ${name}.`)
  return model
}

function total(name: string): ReturnType<typeof findTotal> {
  return findTotal(find(name))
}
