import { loadListedTokens } from '@secure-payment/core/catalogue/lists'
import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import type { PaymentItem } from '../paymentMetadata.ts'
import { aConvertedItem, anAccount, anItem, aPayment } from '../testing/examples.ts'
import { fakeApi, fakeProvider, fakeSession, honestCalldata } from '../testing/fakes.ts'
import { loadOptions, loadReview } from './readPayment.ts'

/** Coinbase's wrapped bitcoin on Base, with 8 decimals: in the catalogue, not in the registry. */
const CBBTC = '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'
const FEE_PROXY_ON_BASE = '0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814'
const base = getNetwork('base')

/** Returns a payment on Base in a token that the registry does not have. */
function ask(patch: Partial<PaymentItem> = {}) {
  const item = anItem({
    symbol: 'cbBTC',
    decimals: 8,
    tokenAddress: CBBTC,
    invoiceCurrency: 'cbBTC-base',
    paymentCurrency: 'cbBTC-base',
    amount: '0.12345678',
    remainingAmount: '0.12345678',
    fee: null,
    ...patch,
  })
  const payment = aPayment({ items: [item], network: 'base' })
  const chain = { ...payment.chain, id: 'base', name: base.name, chainId: 8453 }
  return { ...payment, chain }
}

describe('a token of the catalogue', () => {
  it('a token of the catalogue is reviewed with its own symbol and decimals', async () => {
    const session = fakeSession({ api: fakeApi(ask()), provider: fakeProvider() })
    await loadReview(session.task)
    expect(session.facts).toMatchObject([
      {
        type: 'review',
        verified: {
          review: {
            items: [{ amount: '0.12345678', symbol: 'cbBTC', contract: FEE_PROXY_ON_BASE }],
            totalNeeded: [{ symbol: 'cbBTC', amount: '0.12345678' }],
          },
        },
      },
    ])
  })

  it.each([
    ['another symbol', { symbol: 'BTC' }],
    ['shifted decimals', { decimals: 18 }],
    ['an address that no list has', { tokenAddress: `0x${'66'.repeat(20)}` }],
  ])('a token of the catalogue is rejected with %s', async (_, patch) => {
    const session = fakeSession({ api: fakeApi(ask(patch)), provider: fakeProvider() })
    await loadReview(session.task)
    expect(session.facts).toMatchObject([{ type: 'refused' }])
  })

  it('the list of a catalogue token is requested again if it does not load, and nothing is signed', async () => {
    const session = fakeSession({
      api: fakeApi({ ...ask(), ...onOptimism() }),
      provider: fakeProvider(),
    })
    const loadPart = () => Promise.reject(new Error('404'))
    await expect(
      loadReview({ ...session.task, session: Object.assign(session, { loadPart }) }),
    ).rejects.toThrow('404')
    expect(session.facts).toEqual([])
  })
})

describe('dollars that are paid in a token of the catalogue', () => {
  /** MAGIC on Arbitrum One, with 18 decimals, has a price feed; its slippage is 3 %, as for all tokens except dollar tokens. */
  const MAGIC = '0x539bdE0d7Dbd336b79148AA742883198BBF60342'
  const arbitrum = getNetwork('arbitrum-one')
  const { id, name, chainId } = arbitrum

  function askDollars(patch: Partial<PaymentItem> = {}) {
    const items = [
      aConvertedItem({
        tokenAddress: MAGIC,
        paymentCurrency: 'MAGIC-arbitrum-one',
        conversion: { symbol: 'MAGIC', decimals: 18, rate: '2', maxRateAgeS: null },
        fee: null,
        amount: '80',
        remainingAmount: '80',
        ...patch,
      }),
    ]
    const payment = aPayment({ items, network: id })
    return { ...payment, chain: { ...payment.chain, id, name, chainId } }
  }
  async function optionsOf(payment: ReturnType<typeof askDollars>) {
    const session = fakeSession({
      // The transactions do not matter yet.
      api: fakeApi(payment, honestCalldata(aPayment())),
      provider: fakeProvider(),
      state: { account: anAccount() },
    })
    await loadOptions(session.task)
    return session.facts
  }

  it('a catalogue token is offered for a price in dollars at the current rate plus slippage, along the registry’s path', async () => {
    expect(await optionsOf(askDollars())).toMatchObject([
      {
        type: 'options',
        options: [
          {
            costs: [{ symbol: 'USD', amount: '80' }],
            // 80 dollars at 2 MAGIC per dollar, plus 3 %.
            spending: [{ symbol: 'MAGIC', amount: '164.8' }],
          },
        ],
      },
    ])
  })

  it.each([
    [
      'another symbol',
      { conversion: { symbol: 'ARB', decimals: 18, rate: '2', maxRateAgeS: null } },
    ],
    [
      'shifted decimals',
      { conversion: { symbol: 'MAGIC', decimals: 8, rate: '2', maxRateAgeS: null } },
    ],
    ['an address that no list has', { tokenAddress: `0x${'66'.repeat(20)}` }],
    // The token is on the list, but has no feed.
    [
      'a token without a feed',
      {
        tokenAddress: '0x11cDb42B0EB46D95f990BeDD4695A6e3fA034978',
        conversion: { symbol: 'CRV', decimals: 18, rate: '2', maxRateAgeS: null },
      },
    ],
  ])('dollars that are paid in a token of the catalogue are rejected with %s', async (_, patch) => {
    expect(await optionsOf(askDollars(patch))).toMatchObject([{ type: 'refused' }])
  })
})

it('A catalogue token is shown with its contract, and a registry token is not', async () => {
  const session = fakeSession({ api: fakeApi(ask()), provider: fakeProvider() })
  await loadReview(session.task)
  expect(session.facts).toMatchObject([
    { verified: { review: { items: [{ lesserToken: { symbol: 'cbBTC', address: CBBTC } }] } } },
  ])
  const known = fakeSession({ api: fakeApi(aPayment()), provider: fakeProvider() })
  await loadReview(known.task)
  expect(known.facts).toMatchObject([{ type: 'review' }])
  expect(JSON.stringify(known.verified?.review)).not.toContain('lesserToken')
})

/** No other test has loaded the list of this network. */
function onOptimism() {
  const payment = ask({ tokenAddress: `0x${'77'.repeat(20)}` })
  const network = getNetwork('optimism')
  const { id, name, chainId } = network
  return { ...payment, network: id, chain: { ...payment.chain, id, name, chainId } }
}

it('The element’s list of Base contains the token of the catalogue', async () => {
  expect(await loadListedTokens('base')).toContainEqual({
    symbol: 'cbBTC',
    decimals: 8,
    address: CBBTC,
  })
})
