import { expect, test } from 'vitest'
import type { LiveAttempt } from '../machine/attemptRecord.ts'
import type { Fact, ServerAnswer } from '../machine/fact.ts'
import type { Page } from '../steps/session.ts'
import { aPayment } from '../testing/examples.ts'
import { loadPayment } from './loadPayment.ts'

/** Loads a payment on a device with a live attempt, and returns the currencies that the page sent in its reads. */
async function load(accepted: string | undefined) {
  const named: (string | null | undefined)[] = []
  const facts: Fact[] = []
  // Only these members of a record and of a page are read.
  const record = {
    id: 'a',
    from: '0x1',
    option: { chain: 'devnet', token: 'USDC', needed: '1', ...(accepted && { accepted }) },
  } as unknown as LiveAttempt
  const answer: ServerAnswer = { kind: 'payment', payment: aPayment() }
  const page = {
    token: 'T',
    hasProgress: () => true,
    progress: async () => ({ live: async () => record }),
    metadata: async ({ option }: { option?: string | null }) => {
      named.push(option)
      return answer
    },
  } as unknown as Page
  const run = { signal: new AbortController().signal, tell: (fact: Fact) => void facts.push(fact) }
  const engine = async () => ({
    findOwnAttempt: async () => ({ answer, record: null }),
    lock: { isHeldElsewhere: async () => false },
  })
  await loadPayment(page, run, engine, async () => {})
  return { named, facts, record }
}

test('a page with a live attempt reads the payment in the currency that the payer chose', async () => {
  const { named, facts, record } = await load('DAI-devnet')
  expect(named).toEqual([undefined, 'DAI-devnet'])
  expect(facts).toMatchObject([{ type: 'loaded', record }])
})

test('a page with a live attempt at a payment with one currency reads the payment once', async () => {
  expect((await load(undefined)).named).toEqual([undefined])
})
