import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import type { PaymentItem } from '../paymentMetadata.ts'
import { loadReview } from '../steps/readPayment.ts'
import { aPayment } from '../testing/examples.ts'
import { fakeApi, fakeSession } from '../testing/fakes.ts'
import { aQuote, aQuotedItem, quotedCalldata } from '../testing/quotedExamples.ts'
import { createQuoter } from './createQuoter.ts'
import type { Quote } from './parseQuote.ts'
import { verifyQuoted } from './readQuoted.ts'

const QUOTE = aQuote('2273')
const AT_PAR = aQuotedItem({
  invoiceCurrency: 'ETH-sepolia',
  symbol: 'ETH',
  decimals: 18,
  quoted: { pricing: 'par', symbol: 'ETH', decimals: 18 },
})

function plan(quote: Quote | null, item: PaymentItem) {
  const currency = { symbol: 'ETH', decimals: 18 }
  const due = { amountUnits: 80_00000000n, feeUnits: 80000000n, currency }
  return createQuoter(quote).planConversion(getNetwork('devnet'), item, due)
}

describe('createQuoter', () => {
  it('createQuoter prices an amount at a quote, and the same asset at par', () => {
    expect(plan(QUOTE, aQuotedItem())).not.toBeNull()
    expect(plan(null, AT_PAR)).not.toBeNull()
  })

  it('createQuoter prices nothing at par between two assets, whatever the service states', () => {
    const quoted = { pricing: 'par', symbol: 'ETH', decimals: 18 }
    expect(plan(QUOTE, aQuotedItem({ quoted }))).toBeNull()
    expect(plan(null, aQuotedItem({ quoted }))).toBeNull()
  })

  it('createQuoter prices nothing for two different assets without a quote, and nothing for one asset with a quote', () => {
    expect(plan(null, aQuotedItem())).toBeNull()
    expect(plan(QUOTE, AT_PAR)).toBeNull()
  })
})

describe('verifyQuoted', () => {
  it('verifyQuoted rejects a quote that has expired on this device, and verifies nothing more', async () => {
    const payment = aPayment({ items: [aQuotedItem()] })
    const api = fakeApi(payment, quotedCalldata(QUOTE))
    api.quote = async () => ({ kind: 'quote', said: QUOTE })
    const session = fakeSession({ api, state: { payment } })
    await loadReview(session.task)
    const { verified } = session
    const expiresAt = verified?.review.quote?.expiresAt
    if (!verified || typeof expiresAt !== 'number') throw new Error('The example must verify.')
    let count = 0
    const verifyAt = (ms: number) => {
      try {
        return verifyQuoted({ now: () => ms }, { verified }, () => {
          count += 1
          return verified
        })
      } catch (error) {
        return error
      }
    }
    expect(verifyAt(expiresAt - 1)).toMatchObject({ review: { quote: { id: QUOTE.quoteId } } })
    expect(count).toBe(1)
    const params = { reason: 'quote_expired' }
    expect(verifyAt(expiresAt)).toMatchObject({ refusal: { code: 'invalid_response', params } })
    expect(count).toBe(1)
  })
})
