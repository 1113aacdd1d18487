import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import {
  aConvertedItem,
  aNativeItem,
  anAccount,
  anItem,
  aPayment,
  PAYER,
} from '../testing/examples.ts'
import {
  type Answers,
  fakeApi,
  fakeProvider,
  fakeSession,
  honestCalldata,
} from '../testing/fakes.ts'
import { newAttempt } from './attempts.ts'
import { pay } from './pay.ts'
import { prepare } from './prepare.ts'
import { loadOptions, loadReview } from './readPayment.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'
const HASH = `0x${'a1'.repeat(32)}`
const SECOND = '0x00000000000000b2'
const CONTRACT = getNetwork('devnet').contracts.BatchConversionPayments?.address
/** `batchFee()` and `batchFeeAmountUSDLimit()`. */
const FEE_CALL = '0xf8b823e4'

const batch = aPayment({
  items: [
    anItem({ fee: null }),
    anItem({ fee: null, paymentReference: SECOND }),
    aNativeItem({ fee: null, remainingAmount: '0.5', paymentReference: '0x00000000000000b3' }),
  ],
})
const ONE_PERCENT = { bps: 100, tokenBps: 100 }
const honest = honestCalldata(batch, null, {}, ONE_PERCENT)

/** Returns a node's responses, with a batch contract that charges `bps` parts per 10,000, up to 150 dollars. */
function chain(bps: () => number): Answers {
  const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
  return {
    eth_chainId: '0x7a69',
    eth_accounts: [PAYER.toLowerCase()],
    eth_getTransactionCount: '0x7',
    eth_blockNumber: '0x64',
    eth_getLogs: [],
    eth_sendTransaction: HASH,
    eth_call: ({ to, data }: { to: string; data: string }) =>
      to === CONTRACT ? word(data === FEE_CALL ? bps() : 15_000_000_000) : undefined,
  }
}

/** Creates a payer who reviews a batch, on a chain whose contract charges `bps` parts per 10,000. */
function reviewing(
  bps: number,
  options: { payment?: PaymentMetadata; body?: unknown; isSilent?: boolean } = {},
) {
  const { payment = batch, body = honest, isSilent = false } = options
  const fee = { bps }
  const api = fakeApi(payment, body)
  const answers = chain(() => fee.bps)
  const provider = fakeProvider(isSilent ? { ...answers, eth_call: new Error('silent') } : answers)
  const session = fakeSession({ api, provider, state: { payment } })
  return { api, session, provider, fee }
}

async function signing(bps: number, isSilent = false) {
  const facts = reviewing(bps, { isSilent })
  const { session } = facts
  await loadReview(session.task)
  if (session.verified === null) throw new Error('The example must verify.')
  session.setState({ name: 'signing', attemptId: ATTEMPT })
  await session.stored.put(newAttempt(session, ATTEMPT, session.verified, anAccount()))
  session.facts.length = 0
  return facts
}

const refusedFor = (reason: string) => [
  { type: 'refused', refusal: { code: 'calldata_mismatch', params: { reason } } },
]

describe('A batch whose contract charges a fee', () => {
  it('a batch whose contract charges a fee is reviewed with the fee on a separate line, in the sums and in the approval', async () => {
    const { session } = reviewing(100)
    await loadReview(session.task)
    expect(session.facts).toMatchObject([{ type: 'review' }])
    expect(session.verified?.review).toMatchObject({
      batchFee: {
        percentage: '1',
        costs: [
          { symbol: 'USDC', amount: '0.2' },
          { symbol: 'ETH', amount: '0.005' },
        ],
        isMost: false,
      },
      items: [{ amount: '10' }, { amount: '10' }, { amount: '0.5' }],
      totalNeeded: [
        { symbol: 'USDC', amount: '20.2' },
        { symbol: 'ETH', amount: '0.505' },
      ],
      spending: [
        { symbol: 'USDC', amount: '20.2' },
        { symbol: 'ETH', amount: '0.505' },
      ],
      allowances: [{ symbol: 'USDC', amount: '20.2' }, null],
    })
  })

  it('a batch whose contract charges a fee is reviewed with the maximum fee on a conversion, next to the invoiced total', async () => {
    const items = [aConvertedItem(), anItem({ fee: null, paymentReference: SECOND })]
    const payment = aPayment({ items })
    const body = honestCalldata(payment, null, {}, ONE_PERCENT)
    const { session } = reviewing(100, { payment, body })
    await loadReview(session.task)
    // 1 % of 81.624322 and of 10, each rounded down.
    expect(session.verified?.review).toMatchObject({
      batchFee: { costs: [{ symbol: 'USDC', amount: '0.916243' }], isMost: true },
      totalNeeded: [
        { symbol: 'USD', amount: '80.8' },
        { symbol: 'USDC', amount: '10.1' },
      ],
      spending: [{ symbol: 'USDC', amount: '92.540565' }],
    })
  })

  it('a batch whose contract charges a fee is offered with its total cost', async () => {
    const { session } = reviewing(100)
    await loadOptions(session.task)
    expect(session.facts).toMatchObject([
      {
        type: 'options',
        options: [{ needed: '20.2', costs: [{ amount: '20.2' }, { amount: '0.505' }] }],
      },
    ])
  })

  it.each([
    ['more than the contract charges', 99, 'excessive_approval'],
    ['a fee where the contract charges none', 0, 'excessive_approval'],
    ['less than the contract charges', 101, 'insufficient_approval'],
    ['none where the contract charges one', 100, 'insufficient_approval', honestCalldata(batch)],
  ])(
    'a batch whose contract charges a fee is rejected when the service requests %s',
    async (_, bps, reason, body: unknown = honest) => {
      const { session } = reviewing(bps, { body })
      await loadReview(session.task)
      expect(session.facts).toMatchObject(refusedFor(reason))
    },
  )

  it('a batch whose contract charges a fee is rejected when only the value is higher', async () => {
    const payment = aPayment({
      items: [aNativeItem({ fee: null }), aNativeItem({ fee: null, paymentReference: SECOND })],
    })
    const body = honestCalldata(payment, null, {}, { bps: 200, tokenBps: 200 })
    const { session } = reviewing(100, { payment, body })
    await loadReview(session.task)
    expect(session.facts).toMatchObject(refusedFor('wrong_value'))
  })

  it('a batch whose contract charges a fee is read once more if the fee changed between the responses', async () => {
    const { session, fee } = reviewing(0)
    const { api } = session
    const calldata = api.calldata.bind(api)
    session.api.calldata = async (options) => {
      const answer = await calldata(options)
      fee.bps = 100
      return answer
    }
    await loadReview(session.task)
    expect(session.facts).toMatchObject([{ type: 'review' }])
  })

  it('a batch whose contract charges a fee is reviewed with the service’s fee while no node responds, up to the contract’s maximum', async () => {
    const { session } = reviewing(100, { isSilent: true })
    await loadReview(session.task)
    expect(session.verified?.review.batchFee).toMatchObject({ percentage: '1' })
    const claim = { percentage: '2.01', address: PAYER, amounts: [] }
    const body = { ...honest, metadata: { hasEnoughBalance: true, batchFee: claim } }
    const greedy = reviewing(100, { isSilent: true, body }).session
    await loadReview(greedy.task)
    expect(greedy.facts).toMatchObject(refusedFor('invalid_expectation'))
  })

  it('a batch whose contract charges a fee is paid while the fee equals the reviewed one', async () => {
    const { session, provider } = await signing(100)
    await pay(session.task, ATTEMPT)
    expect(session.facts).toEqual([{ type: 'sent', attemptId: ATTEMPT, hash: HASH }])
    expect(provider.methods()).toContain('eth_sendTransaction')
  })

  it.each([0, 99, 101])(
    'a batch whose contract charges a fee returns to the review when the fee becomes %i before it is sent',
    async (bps) => {
      const { session, provider, fee } = await signing(100)
      fee.bps = bps
      await pay(session.task, ATTEMPT)
      expect(session.facts).toMatchObject([{ type: 'not_sent', note: { code: 'payment_changed' } }])
      expect(provider.methods()).not.toContain('eth_sendTransaction')
    },
  )

  it('a batch whose contract charges a fee is not sent when only the service has stated the fee', async () => {
    const { session, provider } = await signing(100, true)
    await pay(session.task, ATTEMPT)
    expect(session.facts).toMatchObject([{ type: 'not_sent', note: { code: 'chain_unavailable' } }])
    expect(provider.methods()).not.toContain('eth_sendTransaction')
  })

  it('a batch whose contract charges a fee is shown again with the new fee if that changed after the review', async () => {
    const { session, api, fee } = reviewing(0, { body: honestCalldata(batch) })
    await loadReview(session.task)
    session.setState({ name: 'preparing' })
    session.facts.length = 0
    fee.bps = 100
    api.calldataBody = honest
    await prepare(session.task)
    expect(session.facts).toMatchObject([
      { type: 'requote', verified: { review: { batchFee: { percentage: '1' } } } },
    ])
  })
})

describe('A payment without a batch fee', () => {
  it('a payment without a batch fee shows no fee, and a single payment reads no contract', async () => {
    const none = reviewing(0, { body: honestCalldata(batch) })
    await loadReview(none.session.task)
    expect(none.session.verified?.review).not.toHaveProperty('batchFee')
    const payment = aPayment()
    const { session, provider } = reviewing(100, { payment, body: honestCalldata(payment) })
    await loadReview(session.task)
    expect(session.facts).toMatchObject([{ type: 'review' }])
    expect(provider.methods()).not.toContain('eth_call')
  })
})
