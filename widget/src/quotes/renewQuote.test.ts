import { parseAmount } from '@secure-payment/core'
import { describe, expect, it } from 'vitest'
import { newAttempt } from '../steps/attempts.ts'
import { loadReview } from '../steps/readPayment.ts'
import { anAccount, aPayment, PAYER } from '../testing/examples.ts'
import { type Answers, fakeApi, fakeProvider, fakeSession } from '../testing/fakes.ts'
import { aQuote, aQuotedItem, quotedCalldata } from '../testing/quotedExamples.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'
const HASH = `0x${'a1'.repeat(32)}`
const LIFETIME_MS = 600_000
const FIRST = aQuote('2273')
/** The price has changed, and the quote lasts for another ten minutes. */
const NEXT = aQuote('2000', { id: 'B', leftS: 1_200 })

/** Returns a payment whose price the payer has reviewed, with the machine in `signing`. */
async function signing(options: { item?: Parameters<typeof aQuotedItem>[0]; quote?: Quote } = {}) {
  const { quote = FIRST } = options
  const payment = aPayment({ items: [aQuotedItem(options.item)] })
  const api = fakeApi(payment, quotedCalldata(quote))
  let current = quote
  api.quote = async () => ({ kind: 'quote', said: current })
  const provider = fakeProvider(WALLET)
  const session = fakeSession({ api, provider, state: { payment } })
  const rail = await session.rail()
  await loadReview(session.task)
  if (session.verified === null) throw new Error('The example must verify.')
  session.setState({ name: 'signing', attemptId: ATTEMPT, account: anAccount(PAYER) })
  await session.stored.put(newAttempt(session, ATTEMPT, session.verified, anAccount()))
  session.facts.length = 0
  return {
    api,
    session,
    pay: () => rail.pay(session.task, ATTEMPT),
    asked: () =>
      provider.calls.flatMap(({ method, params }) =>
        method === 'eth_sendTransaction' ? params : [],
      ),
    /** The service creates its next quote, and returns its transactions. */
    requote(next: Quote) {
      current = next
      api.calldataBody = quotedCalldata(next)
      const serverTime = new Date(session.now() + 1_000).toISOString()
      api.answer = { kind: 'payment', payment: { ...payment, serverTime } }
    },
  }
}

type Quote = ReturnType<typeof aQuote>
const WALLET: Answers = {
  eth_chainId: '0x7a69',
  eth_accounts: [PAYER.toLowerCase()],
  eth_getTransactionCount: '0x7',
  eth_blockNumber: '0x64',
  eth_getLogs: [],
  eth_sendTransaction: HASH,
}

function sumOf({ paymentAmount, feeAmount }: Quote): string {
  return `0x${(parseAmount(paymentAmount, 18) + parseAmount(feeAmount, 18)).toString(16)}`
}

describe('A payment at a quote, between Pay and the wallet', () => {
  it('the wallet pays exactly the reviewed quote, and the record contains the payee’s amount', async () => {
    const { session, pay, asked } = await signing()
    await pay()
    expect(asked()).toMatchObject([{ value: sumOf(FIRST) }])
    expect(session.facts).toEqual([{ type: 'sent', attemptId: ATTEMPT, hash: HASH }])
    const pays = String(parseAmount(FIRST.paymentAmount, 18))
    expect(await session.stored.get(ATTEMPT)).toMatchObject({ phase: 'signing', option: { pays } })
  })

  it.each([
    ['has expired', LIFETIME_MS + 1_000],
    ['expires within ten seconds', LIFETIME_MS - 10_000],
  ])(
    'the wallet receives no request if the quote %s, and the next one needs another press',
    async (_, ms) => {
      const { session, pay, asked, requote } = await signing()
      await session.wait(ms, session.lifetime)
      requote(NEXT)
      await pay()
      expect(asked()).toEqual([])
      expect(session.facts).toMatchObject([
        {
          type: 'not_sent',
          attemptId: ATTEMPT,
          note: { code: 'payment_changed' },
          verified: { review: { quote: { id: NEXT.quoteId, price: { amount: '2000' } } } },
        },
      ])
      expect(await session.stored.get(ATTEMPT)).toMatchObject({
        phase: 'abandoned',
        lastError: null,
      })
    },
  )

  it('the wallet receives the request while more than ten seconds of the quote remain', async () => {
    const { session, pay, asked } = await signing()
    await session.wait(LIFETIME_MS - 10_001, session.lifetime)
    await pay()
    expect(asked()).toHaveLength(1)
  })

  it.each([
    ['has no price', 'no_rate', 'rate_unavailable'],
    ['is down', 'server', 'service_unavailable'],
    ['gets too many requests', 'rate_limited', 'rate_limited'],
  ] as const)(
    'the wallet receives no request if the quote has expired and the service %s, and the payer reads the reason',
    async (_, reason, code) => {
      const { api, session, pay, asked } = await signing()
      await session.wait(LIFETIME_MS, session.lifetime)
      api.quote = async () => ({ kind: 'unavailable', reason, retryAt: null, payment: null })
      await pay()
      expect(asked()).toEqual([])
      expect(session.facts).toMatchObject([{ type: 'not_sent', note: { code } }])
      expect(await session.stored.get(ATTEMPT)).toMatchObject({ phase: 'abandoned' })
    },
  )

  it('the wallet receives no request if the service’s next quote is false', async () => {
    const { session, pay, asked, requote } = await signing()
    await session.wait(LIFETIME_MS, session.lifetime)
    requote({ ...NEXT, paymentAmount: '0.05' })
    await pay()
    expect(asked()).toEqual([])
    expect(session.facts).toMatchObject([{ type: 'not_sent', note: { code: 'payment_changed' } }])
    expect(session.facts[0]).not.toHaveProperty('verified')
  })

  it('the wallet receives no request if the payment was paid in full while the quote expired', async () => {
    const { api, session, pay, asked } = await signing()
    await session.wait(LIFETIME_MS, session.lifetime)
    api.quote = async () => ({ kind: 'completed', payment: null })
    await pay()
    expect(asked()).toEqual([])
    expect(session.facts).toMatchObject([
      { type: 'not_sent' },
      { type: 'server', answer: { kind: 'completed' } },
    ])
  })
})

describe('A payment at a quote, after a part was paid', () => {
  const item = { amountPaid: '50', remainingAmount: '30', status: 'partially_paid' }
  const rest = aQuote('2273', { due: '30' })

  it('the payer reviews and pays the quote of the remainder', async () => {
    const { session, pay, asked } = await signing({ item, quote: rest })
    expect(session.verified?.review.items).toMatchObject([{ amount: '30', fee: { amount: '0.3' } }])
    await pay()
    expect(asked()).toMatchObject([{ value: sumOf(rest) }])
  })

  it('a quote of the whole amount is rejected', async () => {
    await expect(signing({ item, quote: FIRST })).rejects.toThrow('The example must verify.')
  })

  it('the wallet receives no request if another payer paid a part since the review', async () => {
    const { api, session, pay, asked } = await signing()
    const changed = aPayment({ items: [aQuotedItem(item)] })
    api.answer = { kind: 'payment', payment: changed }
    await pay()
    expect(asked()).toEqual([])
    expect(session.facts).toMatchObject([{ type: 'not_sent', note: { code: 'payment_changed' } }])
  })
})
