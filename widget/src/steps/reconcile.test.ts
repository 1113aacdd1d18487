import { describe, expect, it } from 'vitest'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import type { Fact } from '../machine/fact.ts'
import { aPayment, aPaymentLog, aRecord, PAYER } from '../testing/examples.ts'
import { type Answers, fakeApi, fakeProvider, fakeSession } from '../testing/fakes.ts'
import { reconcileAttempt } from './reconcile.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'
const HASH = `0x${'a1'.repeat(32)}`
const STRANGER = '0x00000000000000000000000000000000000000bb'
const WALLET: Answers = {
  eth_chainId: '0x7a69',
  eth_getTransactionCount: '0x7',
  eth_blockNumber: '0x64',
  eth_getLogs: [],
  eth_getCode: '0x',
}
/** The example's event with one base unit instead of 10 USDC. */
const dust = aPaymentLog(HASH, { data: aPaymentLog(HASH).data.replace('989680', '000001') })

/** Returns the first chain reading for an attempt whose prompt is open. */
async function check(answers: Answers, patch: Partial<AttemptRecord> = {}) {
  const payment = aPayment()
  const provider = fakeProvider({ ...WALLET, ...answers })
  const session = fakeSession({ api: fakeApi(payment), provider, state: { payment } })
  await session.stored.put(
    aRecord({ id: ATTEMPT, phase: 'signing', updatedAt: session.now(), ...patch }),
  )
  const facts: Fact[] = []
  const tell = (fact: Fact): void => {
    facts.push(fact)
    session.abort()
  }
  await reconcileAttempt({ ...session.task, tell }, ATTEMPT).catch(() => undefined)
  return { facts, record: await session.stored.get(ATTEMPT) }
}

describe('an open prompt', () => {
  it('an open prompt stays open despite dust with the payment’s reference', async () => {
    const eth_getTransactionByHash = { ...sent, from: STRANGER }
    const { facts, record } = await check({ eth_getLogs: [dust], eth_getTransactionByHash })
    const result = { kind: 'nonce_unused', isPromptGone: false }
    expect(facts).toEqual([{ type: 'reconciled', result }])
    expect(record).toMatchObject({ phase: 'signing', lastError: null })
  })

  it('an open prompt is recorded as unanswered when its payment is found, so that no other nonce is used', async () => {
    const { facts, record } = await check({ eth_getLogs: [aPaymentLog(HASH)] })
    expect(facts).toEqual([{ type: 'reconciled', result: { kind: 'found', hash: HASH } }])
    expect(record).toMatchObject({ lastError: 'no_answer' })
  })

  it('an open prompt still counts as open once it is recorded as unanswered', async () => {
    const { facts } = await check({}, { lastError: 'no_answer' })
    const result = { kind: 'nonce_unused', isPromptGone: false }
    expect(facts).toEqual([{ type: 'reconciled', result }])
  })

  it('an open prompt keeps the wallet’s own response', async () => {
    const { record } = await check(
      { eth_getLogs: [aPaymentLog(HASH)] },
      { lastError: 'wallet_error' },
    )
    expect(record).toMatchObject({ lastError: 'wallet_error' })
  })

  it('an open prompt counts as answered once the chain shows a part that the payer sent', async () => {
    const eth_getTransactionByHash = { ...sent, from: PAYER.toLowerCase() }
    const { facts } = await check({ eth_getLogs: [dust], eth_getTransactionByHash })
    expect(facts).toEqual([{ type: 'reconciled', result: { kind: 'found', hash: HASH } }])
  })
})

const sent = { hash: HASH, to: PAYER, value: '0x0', input: '0x', nonce: '0x0' }
