import { describe, expect, it } from 'vitest'
import { newAttempt } from '../steps/attempts.ts'
import { pay } from '../steps/pay.ts'
import { prepare } from '../steps/prepare.ts'
import { loadReview } from '../steps/readPayment.ts'
import { aNativeItem, anAccount, aPayment, aPaymentLog } from '../testing/examples.ts'
import {
  type Answers,
  type FakeSession,
  fakeApi,
  fakeProvider,
  fakeSession,
  honestCalldata,
  walletError,
} from '../testing/fakes.ts'
import { followCalls, reconcileCalls } from './batchCalls.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'
const CALLS_ID = '0x00000000000040008000000000000001'
const PAID = `0x${'a1'.repeat(32)}`
const CAPABLE = { '0x7a69': { atomic: { status: 'supported' } } }

/** Returns a wallet with atomic batches, and a payment of two calls under review. */
async function batching(answers: Answers = {}) {
  const provider = fakeProvider({
    eth_chainId: '0x7a69',
    eth_accounts: () => [session.state().account?.address],
    eth_getTransactionCount: '0x7',
    eth_blockNumber: '0x65',
    eth_getLogs: [],
    wallet_getCapabilities: CAPABLE,
    wallet_sendCalls: { id: CALLS_ID },
    ...answers,
  })
  const session = fakeSession({ api: fakeApi(aPayment()), provider })
  await loadReview(session.task)
  const { verified } = session
  if (verified === null) throw new Error('The example must verify.')
  const { payment } = verified
  session.setState({ payment, attemptId: ATTEMPT })
  await session.stored.put(newAttempt(session, ATTEMPT, verified, anAccount()))
  const begin = async () => {
    await prepare(session.task)
    session.setState({ name: 'signing' })
    await pay(session.task, ATTEMPT)
    return provider.calls.filter(({ method }) => /^(wallet|eth)_send/.test(method))
  }
  return { session, provider, begin }
}

/** The wallet received the calls of an earlier attempt in one request. */
function beAtomic(session: FakeSession): void {
  const { verified } = session
  if (verified !== null) session.setState({ verified: { ...verified, separate: verified } })
}

describe('A batch', () => {
  it('a batch is atomic, has an id that was stored before the request, and has no nonce', async () => {
    const { session, begin } = await batching()
    const [asked, ...more] = await begin()
    expect(more).toEqual([])
    const [batch] = asked?.params ?? []
    expect(batch).toMatchObject({ id: CALLS_ID, atomicRequired: true, chainId: '0x7a69' })
    expect(Object(batch).calls).toHaveLength(2)
    expect(await session.stored.get(ATTEMPT)).toMatchObject({ callsId: CALLS_ID, nonce: null })
    expect(session.facts.at(-1)).toEqual({ type: 'called', attemptId: ATTEMPT, isSafe: false })
  })

  it('the calls of a batch are requested one by one after the wallet rejects the batch', async () => {
    const { session, begin } = await batching({ wallet_sendCalls: walletError(5750) })
    await begin()
    expect(session.facts.at(-1)).toMatchObject({ type: 'unbatched' })
    session.setState({ name: 'preparing' })
    await prepare(session.task)
    const steps = ['approve', 'pay']
    expect(session.facts.at(-1)).toMatchObject({ type: 'ready', verified: { review: { steps } } })
    expect(session.verified?.separate).toBeUndefined()
  })

  it.each<[string, unknown]>([
    ['busy', walletError(-32002)],
    ['another error', walletError(-32603)],
    ['an id twice', walletError(5720)],
  ])('a batch is not requested call by call after the wallet returned “%s”', async (_, answer) => {
    const { session, begin } = await batching({ wallet_sendCalls: answer })
    expect(await begin()).toHaveLength(1)
    expect(session.facts.map(({ type }) => type)).not.toContain('unbatched')
  })

  it('a single remaining call is sent as a transaction, not as a batch', async () => {
    const payment = aPayment({
      items: [aNativeItem({ amount: '1', remainingAmount: '1', fee: null })],
    })
    const { session, provider } = await batching()
    session.api.metadata = async () => ({ kind: 'payment', payment })
    Object.assign(session.api, { calldataBody: honestCalldata(payment) })
    beAtomic(session)
    await loadReview(session.task)
    await prepare(session.task)
    expect(session.facts.at(-1)).toMatchObject({
      type: 'ready',
      verified: { review: { steps: ['pay'] } },
    })
    expect(session.verified?.separate).toBeUndefined()
    expect(provider.methods()).not.toContain('wallet_getCapabilities')
  })

  it.each<[string, Answers]>([
    ['nothing at once', { wallet_getCapabilities: undefined }],
    ['no such method', { wallet_getCapabilities: walletError(-32601) }],
    ['another chain', { wallet_getCapabilities: { '0x1': { atomic: { status: 'supported' } } } }],
  ])('a batch is not used for a wallet that guarantees %s', async (_, answers) => {
    const { session } = await batching(answers)
    beAtomic(session)
    await prepare(session.task)
    expect(session.verified?.separate).toBeUndefined()
  })
})

describe('The result of a batch', () => {
  const statusOf = (status: unknown) => ({ wallet_getCallsStatus: { status } })

  it.each([
    [400, { type: 'not_sent', attemptId: ATTEMPT, note: { code: 'wallet_error' } }],
    [500, { type: 'calls_failed', attemptId: ATTEMPT }],
    [600, { type: 'calls_failed', attemptId: ATTEMPT }],
  ])(
    'the wallet’s status %i decides a batch that the chain does not show, and the chain is searched before another payment',
    async (code, fact) => {
      const { session, begin } = await batching(statusOf(code))
      await begin()
      await followCalls(session.task, ATTEMPT)
      expect(session.facts.at(-1)).toEqual(fact)
      expect((await session.stored.get(ATTEMPT))?.lastError).toBe('calls_ended')
    },
  )

  it('the result of a batch is the state on chain, regardless of the wallet’s status', async () => {
    const { session, begin } = await batching(statusOf(500))
    await begin()
    session.provider = fakeProvider({
      eth_chainId: '0x7a69',
      eth_blockNumber: '0x65',
      eth_getLogs: [aPaymentLog(PAID)],
      ...statusOf(500),
    })
    await followCalls(session.task, ATTEMPT)
    expect(session.facts.at(-1)).toEqual({ type: 'sent', attemptId: ATTEMPT, hash: PAID })
  })

  it.each([
    ['an unknown id', walletError(5730), 'nonce_unused', false],
    ['no answer', walletError(-32603), 'unreachable', undefined],
    ['nonsense', { status: '500' }, 'unreachable', undefined],
    ['that it waits', { status: 100 }, 'pending', undefined],
  ])('the result of a batch stays open after %s', async (_, answer, kind, isPromptGone) => {
    const { session, begin } = await batching({ wallet_getCallsStatus: answer })
    await begin()
    session.facts.length = 0
    const waited = session.wait
    Object.assign(session, {
      wait: async (ms: number, signal: AbortSignal) => {
        session.abort()
        await waited(ms, signal)
      },
    })
    await reconcileCalls(session.task, ATTEMPT).catch(() => undefined)
    const result = isPromptGone === undefined ? { kind } : { kind, isPromptGone }
    expect(session.facts).toEqual([{ type: 'reconciled', result }])
  })
})
