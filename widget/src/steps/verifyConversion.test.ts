import type { Conversion } from '@secure-payment/core/evm'
import { describe, expect, it } from 'vitest'
import type { PaymentItem } from '../paymentMetadata.ts'
import { aConvertedItem, anAccount, anItem, aPayment, PAYER, USDC } from '../testing/examples.ts'
import { fakeApi, fakeProvider, fakeSession, honestCalldata } from '../testing/fakes.ts'
import { pay } from './pay.ts'
import { prepare } from './prepare.ts'
import { loadOptions, loadReview } from './readPayment.ts'

const CONVERSION_PROXY = '0x5eCc000000000000000000000000000000000003'
const EUR = '0x17b4158805772ced11225e77339f90beb5aae968'
const USD = '0x775eb53d00dd0acd3ec1696472105d579b9b386b'
const ETHER = '0xf5af88e117747e87fc5929f2ff87221b1447652e'

const dollars = (patch: Partial<PaymentItem> = {}) => aPayment({ items: [aConvertedItem(patch)] })
const rated = (rate: string | null, patch: Partial<PaymentItem['conversion']> = {}) =>
  dollars({
    conversion: { symbol: 'USDC', decimals: 6, rate, maxRateAgeS: null, ...patch },
  })

async function review(payment = dollars(), body: unknown = honestCalldata(payment)) {
  const session = fakeSession({ api: fakeApi(payment, body), state: { account: anAccount() } })
  await loadReview(session.task)
  return session
}

describe('a payment of dollars in USDC', () => {
  it('a payment of dollars in USDC is reviewed in dollars, with the estimated and the maximum spent amount', async () => {
    const session = await review()
    expect(session.facts).toMatchObject([
      {
        type: 'review',
        verified: {
          review: {
            items: [
              {
                amount: '80',
                symbol: 'USD',
                fee: { amount: '0.8' },
                conversion: {
                  about: { symbol: 'USDC', amount: '80.81616' },
                  most: { symbol: 'USDC', amount: '81.624322' },
                },
                contract: CONVERSION_PROXY,
              },
            ],
            totalNeeded: [{ symbol: 'USD', amount: '80.8' }],
            spending: [{ symbol: 'USDC', amount: '81.624322' }],
            contractAddress: CONVERSION_PROXY,
            steps: ['approve', 'pay'],
            allowances: [{ symbol: 'USDC', amount: '81.624322' }, null],
          },
        },
      },
    ])
    expect(session.verified?.pay).toMatchObject({ token: USDC, amountUnits: 81_624_322n })
  })

  it('a payment of dollars in USDC is offered with the invoiced amount and the maximum spent amount', async () => {
    const session = fakeSession({ api: fakeApi(dollars()), state: { account: anAccount() } })
    await loadOptions(session.task)
    expect(session.facts).toMatchObject([
      {
        type: 'options',
        options: [
          {
            symbol: 'USDC',
            needed: '81.624322',
            costs: [{ symbol: 'USD', amount: '80.8' }],
            spending: [{ symbol: 'USDC', amount: '81.624322' }],
          },
        ],
      },
    ])
  })

  it('a payment of dollars in USDC next to a direct payment sums invoiced amounts by currency, and spent amounts by token', async () => {
    const direct = anItem({ fee: null, paymentReference: '0x00000000000000b2' })
    // 80 dollars are 80.016 USDC, and 1 % more is 80.81616.
    const payment = aPayment({ items: [aConvertedItem({ fee: null }), direct] })
    const honest = honestCalldata(payment, null, { maxToSpendUnits: 80_816_160n })
    const { verified } = await review(payment, honest)
    expect(verified?.review.totalNeeded).toEqual([
      { symbol: 'USD', amount: '80' },
      { symbol: 'USDC', amount: '10' },
    ])
    expect(verified?.review.spending).toEqual([{ symbol: 'USDC', amount: '90.81616' }])
  })

  it('a payment of dollars in USDC waits while the service cannot read the rate', async () => {
    const session = await review(rated(null), honestCalldata(dollars()))
    const note = { type: 'request_failed', note: { code: 'rate_unavailable' } }
    expect(session.facts).toEqual([note])
    const other = fakeSession({ api: fakeApi(rated(null), {}), state: { account: anAccount() } })
    await loadOptions(other.task)
    expect(other.facts).toEqual([note])
  })
})

describe('a host’s forged conversion is rejected before the wallet’s request', () => {
  it.each<[string, Partial<Conversion>, string]>([
    ['a unit more to spend than is shown', { maxToSpendUnits: 81_624_323n }, 'excessive_approval'],
    ['no limit of spending', { maxToSpendUnits: 2n ** 256n - 1n }, 'unlimited_approval'],
    ['another currency', { path: [EUR, USDC] }, 'wrong_path'],
    ['another way', { path: [USD, ETHER, USDC] }, 'wrong_path'],
    ['rates of another age', { maxRateTimespanS: 60n }, 'wrong_rate_age'],
  ])('a host’s forged conversion is rejected: %s', async (_, lie, reason) => {
    const payment = dollars()
    const session = await review(payment, honestCalldata(payment, null, lie))
    expect(session.facts).toEqual([
      { type: 'refused', refusal: { code: 'calldata_mismatch', params: { reason } } },
    ])
    expect(session.verified).toBeNull()
  })

  it.each<[string, Partial<PaymentItem>, string]>([
    ['another amount', { remainingAmount: '79' }, 'wrong_amount'],
    ['another payee', { payee: PAYER }, 'wrong_payee'],
    ['another reference', { paymentReference: '0x00000000000000b2' }, 'wrong_reference'],
    [
      'another fee',
      { fee: { percentage: '0.5', amount: '0.4', address: PAYER } },
      'wrong_fee_amount',
    ],
  ])(
    'a host’s conversion is rejected when it has %s than the page shows',
    async (_, change, reason) => {
      const session = await review(dollars(), honestCalldata(dollars(change)))
      expect(session.facts).toEqual([
        { type: 'refused', refusal: { code: 'calldata_mismatch', params: { reason } } },
      ])
    },
  )

  it('a direct payment of the same amount is rejected in place of a conversion', async () => {
    const direct = anItem({ amount: '80', remainingAmount: '80', fee: null })
    const session = await review(dollars(), honestCalldata(aPayment({ items: [direct] })))
    const params = { reason: 'wrong_spender' }
    expect(session.facts).toEqual([
      { type: 'refused', refusal: { code: 'calldata_mismatch', params } },
    ])
  })

  it.each<[string, Partial<PaymentItem>]>([
    ['symbol', { symbol: 'EUR' }],
    ['decimals', { decimals: 2 }],
    ['currency', { invoiceCurrency: 'EUR' }],
    ['unknown currency', { invoiceCurrency: 'XXX' }],
    ['currency of another network', { invoiceCurrency: 'USDC-base', symbol: 'USDC', decimals: 6 }],
    [
      'payment symbol',
      { conversion: { symbol: 'DAI', decimals: 6, rate: '1', maxRateAgeS: null } },
    ],
    [
      'payment decimals',
      { conversion: { symbol: 'USDC', decimals: 18, rate: '1', maxRateAgeS: null } },
    ],
  ])('a wrong %s with the amounts is rejected', async (_, change) => {
    const session = await review(dollars(change), honestCalldata(dollars()))
    expect(session.facts).toEqual([
      {
        type: 'refused',
        refusal: { code: 'calldata_mismatch', params: { reason: 'wrong_currency' } },
      },
    ])
  })

  it.each(['0', '-1', '1e3', 'one', ''])('the rate "%s" is rejected', async (rate) => {
    const session = await review(rated(rate), honestCalldata(dollars()))
    expect(session.facts).toMatchObject([
      { type: 'refused', refusal: { code: 'invalid_response' } },
    ])
  })
})

describe('a rate change', () => {
  const lower = rated('1.0001')
  const higher = rated('1.0003')
  // 80.8 dollars at 1.0001 and 1.0003 with 1 % on top, rounded up: 81.6161608 and 81.6324824.
  const forLower = honestCalldata(lower, null, { maxToSpendUnits: 81_616_161n })
  const forHigher = honestCalldata(higher, null, { maxToSpendUnits: 81_632_483n })

  it('a rate change between the two responses of one reading makes the element read both again', async () => {
    const api = fakeApi(dollars(), forHigher)
    const session = fakeSession({ api, state: { account: anAccount() } })
    let reads = 0
    const metadata = api.metadata
    api.metadata = async (options) => {
      reads++
      if (reads === 2) api.answer = { kind: 'payment', payment: higher }
      return metadata(options)
    }
    await loadReview(session.task)
    expect(reads).toBe(2)
    expect(session.verified?.review.spending).toEqual([{ symbol: 'USDC', amount: '81.632483' }])
  })

  async function reviewed() {
    const api = fakeApi(dollars())
    const provider = fakeProvider({ eth_chainId: '0x7a69' })
    const session = fakeSession({ api, provider, state: { account: anAccount() } })
    await loadReview(session.task)
    session.setState({ name: 'preparing' })
    session.facts.length = 0
    return { api, session }
  }

  it('a rate change to a lower cost than shown lets the payment continue', async () => {
    const { api, session } = await reviewed()
    api.answer = { kind: 'payment', payment: lower }
    api.calldataBody = forLower
    await prepare(session.task)
    expect(session.facts).toMatchObject([{ type: 'ready' }])
    expect(session.verified?.pay.amountUnits).toBe(81_616_161n)
  })

  it('a rate change to a higher cost returns the payer to the review', async () => {
    const { api, session } = await reviewed()
    api.answer = { kind: 'payment', payment: higher }
    api.calldataBody = forHigher
    await prepare(session.task)
    expect(session.facts).toMatchObject([
      { type: 'requote', verified: { review: { spending: [{ amount: '81.632483' }] } } },
    ])
  })

  it.each([
    ['down', lower],
    ['up', higher],
  ])('a rate change %s after the last check signs the reviewed payment', async (_, payment) => {
    const { api, session } = await reviewed()
    const asked = session.verified?.pay.transaction.data
    api.answer = { kind: 'payment', payment }
    session.setState({ name: 'signing', attemptId: 'a' })
    await pay(session.task, 'a')
    // The fake wallet has no connected account: the service's response was accepted before the account was checked.
    expect(session.facts).not.toMatchObject([{ note: { code: 'payment_changed' } }])
    expect(session.facts).toMatchObject([{ type: 'not_sent', note: { code: 'chain_unavailable' } }])
    expect(session.verified?.pay.transaction.data).toBe(asked)
  })
})
