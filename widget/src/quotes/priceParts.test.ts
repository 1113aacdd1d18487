import { describe, expect, it } from 'vitest'
import { loadReview } from '../steps/readPayment.ts'
import { aPayment } from '../testing/examples.ts'
import { fakeApi, fakeSession } from '../testing/fakes.ts'
import { aQuote, aQuotedItem, borneQuote, quotedCalldata } from '../testing/quotedExamples.ts'

/** Reads the review of 80 euros in ETH at 2,273 euros, with a fee of 1 %, and returns its priced parts. */
async function readParts(quote: ReturnType<typeof aQuote>, bearer: 'payee' | null) {
  const item = aQuotedItem()
  const fee = item.fee && { ...item.fee, ...(bearer && { bearer }) }
  const amount = bearer ? { ...item, fee } : item
  const payment = aPayment({ items: [amount] })
  const api = fakeApi(payment, quotedCalldata(quote))
  api.quote = async () => ({ kind: 'quote', said: quote })
  const session = fakeSession({ api, state: { payment } })
  await loadReview(session.task)
  return session.verified?.review.quote?.parts
}

describe('The parts of a quoted payment', () => {
  // 80 / 2273 = 0.0351957765068191817..., and 0.8 / 2273 = 0.000351957765068191...; the step is the sixth digit of the amount.
  it('the amount and the fee of the payer are priced to the unit, and rounded up to the same step', async () => {
    expect(await readParts(aQuote('2273'), null)).toEqual([
      {
        due: { symbol: 'EUR', amount: '80' },
        worth: { symbol: 'ETH', amount: '0.035195776506819182' },
        paid: { symbol: 'ETH', amount: '0.0351958' },
      },
      {
        due: { symbol: 'EUR', amount: '0.8' },
        worth: { symbol: 'ETH', amount: '0.000351957765068192' },
        paid: { symbol: 'ETH', amount: '0.000352' },
      },
    ])
  })

  it('a fee that the payee bears is part of the only amount', async () => {
    expect(await readParts(borneQuote('2273'), 'payee')).toEqual([
      {
        due: { symbol: 'EUR', amount: '80' },
        worth: { symbol: 'ETH', amount: '0.035195776506819182' },
        paid: { symbol: 'ETH', amount: '0.0351958' },
      },
    ])
  })
})
