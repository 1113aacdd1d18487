import { describe, expect, it } from 'vitest'
import { paying } from '../machine/paying.ts'
import type { Review } from '../review.ts'
import { anAccount, anItem, aPayment } from '../testing/examples.ts'
import { fakeApi, fakeSession } from '../testing/fakes.ts'
import { option, review, stateWith, verified, verifiedAs } from '../testing/machineExamples.ts'
import { loadFee } from './loadFee.ts'

const item = anItem({ invoiceCurrency: 'CHF', symbol: 'CHF', decimals: 8 })
const payment = aPayment({ items: [item] })
const estimate = { amount: '0.00012', symbol: 'ETH', worth: '0.27', withPermit: null }
const permitted = { amount: '0.00006', worth: '0.13' }

/** Returns the fee that the page shows after the service's response. */
async function feeOf(networkFee: object, shown: Review = review, id = item.paymentCurrency) {
  const api = fakeApi(payment)
  api.walletOptions = async () => ({
    kind: 'wallet_options',
    said: { options: [{ option: id, networkFee }] },
  })
  const session = fakeSession({ api, state: { verified: { ...verifiedAs(shown), payment } } })
  await loadFee(session.task, option.id)
  expect(session.facts).toMatchObject([{ type: 'network_fee', optionId: option.id }])
  const [fact] = session.facts
  return fact?.type === 'network_fee' ? fact.fee : null
}

const inFrancs = (coins: string, francs: string) => ({
  symbol: 'ETH',
  amount: coins,
  worth: { symbol: 'CHF', amount: francs },
})

describe('the network fee of the review', () => {
  it.each<[string, object, Review, object | undefined]>([
    [
      'in the coin, with its worth in the invoice currency',
      estimate,
      review,
      inFrancs('0.00012', '0.27'),
    ],
    [
      'in the native coin without a rate',
      { ...estimate, worth: null },
      review,
      { symbol: 'ETH', amount: '0.00012', worth: null },
    ],
    [
      'without the approval that a permit replaces',
      { ...estimate, withPermit: permitted },
      { ...review, isByPermit: true },
      inFrancs('0.00006', '0.13'),
    ],
    [
      'with the approval that the wallet sends',
      { ...estimate, withPermit: permitted },
      review,
      inFrancs('0.00012', '0.27'),
    ],
    ['as unknown if its worth is no number', { ...estimate, worth: '<b>' }, review, undefined],
    ['as unknown if its amount is no number', { ...estimate, amount: '<b>' }, review, undefined],
    ['as unknown if it is missing', {}, review, undefined],
  ])('the network fee of the review is shown %s', async (_, networkFee, shown, fee) => {
    expect(await feeOf(networkFee, shown)).toEqual(fee)
  })

  it('the network fee of the review is never that of another currency', async () => {
    expect(await feeOf(estimate, review, 'DAI-devnet')).toBeUndefined()
  })

  it('the network fee of a batch is that of the whole batch, not that of its first currency', async () => {
    const api = fakeApi(payment)
    const batch = { amount: '0.0004', symbol: 'ETH', worth: '0.9' }
    api.walletOptions = async () => ({
      kind: 'wallet_options',
      said: {
        options: [{ option: item.paymentCurrency, networkFee: estimate }],
        networkFee: batch,
      },
    })
    const ofTwo = { ...verifiedAs(review), payment: aPayment({ items: [item, item] }) }
    const session = fakeSession({ api, state: { verified: ofTwo } })
    await loadFee(session.task, option.id)
    expect(session.facts).toEqual([
      { type: 'network_fee', optionId: option.id, fee: inFrancs('0.0004', '0.9') },
    ])
  })

  it('the network fee of the review is requested once the payer can pay, and does not delay the review', () => {
    const before = stateWith('connecting', { account: anAccount(), optionId: option.id })
    const { state, effects } = paying(before, { type: 'review', verified, at: 1 })
    expect(state).toMatchObject({ name: 'review', networkFee: null })
    expect(effects).toEqual([{ type: 'load_fee', optionId: option.id }])
  })

  it.each([
    [option.id, inFrancs('0.00012', '0.27')],
    ['another', undefined],
  ])(
    'the network fee of the review changes with the fee of its own option: %s',
    (optionId, shown) => {
      const fee = inFrancs('0.00012', '0.27')
      const before = stateWith('review', { optionId: option.id, verified })
      const { state } = paying(before, { type: 'network_fee', optionId, fee, at: 1 })
      expect(state.networkFee).toEqual(shown)
    },
  )

  it.each([
    [
      'a payment from another chain',
      { bridge: { plan: {}, sourceAmount: '1' } as typeof verified.bridge },
    ],
  ])('the network fee of the review of %s is not requested', (_, patch) => {
    const before = stateWith('connecting', { account: anAccount(), optionId: option.id })
    const changed = { ...verified, ...patch } as typeof verified
    const { state, effects } = paying(before, { type: 'review', verified: changed, at: 1 })
    expect(state.networkFee).toBeUndefined()
    expect(effects).toEqual([])
  })
})
