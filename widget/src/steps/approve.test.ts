import { describe, expect, it } from 'vitest'
import { anAccount, anItem, aPayment, PAYER } from '../testing/examples.ts'
import {
  type Answers,
  fakeApi,
  fakeProvider,
  fakeSession,
  honestCalldata,
  walletError,
} from '../testing/fakes.ts'
import { approve } from './approve.ts'
import { newAttempt } from './attempts.ts'
import { loadReview } from './readPayment.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'
const HASH = `0x${'a1'.repeat(32)}`
const USDT = '0x5ECc000000000000000000000000000000000102'
const NEEDED = 10_020_000n
const word = (units: bigint) => `0x${units.toString(16).padStart(64, '0')}`

/** Returns a wallet with an allowance; the machine is at step `index` of a payment in USDC, or USDT with its reset. */
async function approving(options: {
  allowance: bigint
  index?: number
  usdt?: boolean
  answers?: Answers
}) {
  const { index = 0, usdt = false, answers = {} } = options
  const currency = { symbol: 'USDT', tokenAddress: USDT, paymentCurrency: 'USDT-devnet' }
  const payment = aPayment({ items: [anItem(usdt ? currency : {})] })
  const body = honestCalldata(payment, usdt ? { [USDT.toLowerCase()]: 1n } : null)
  const chain = { allowance: options.allowance, status: '0x1' }
  const provider = fakeProvider({
    eth_chainId: '0x7a69',
    eth_call: () => word(chain.allowance),
    eth_sendTransaction: () => {
      chain.allowance = index === 0 && usdt ? 0n : NEEDED
      return HASH
    },
    eth_getTransactionReceipt: () => ({ status: chain.status }),
    ...answers,
  })
  const session = fakeSession({ api: fakeApi(payment, body), provider })
  await loadReview(session.task)
  if (session.verified === null) throw new Error('The example must verify.')
  const kinds = session.verified.review.steps
  session.setState({ plan: { needsSwitch: false, kinds, index, hashes: {} } })
  await session.stored.put(newAttempt(session, ATTEMPT, session.verified, anAccount()))
  session.facts.length = 0
  return { session, provider, chain }
}

describe('approve', () => {
  it('approve requests exactly amount and fee, waits for the chain, and records the result', async () => {
    const { session, provider } = await approving({ allowance: 0n })
    await approve(session.task, ATTEMPT)
    expect(session.facts).toEqual([
      { type: 'step_sent', kind: 'approve', hash: HASH },
      { type: 'step_mined' },
    ])
    const [call] = provider.calls.find((one) => one.method === 'eth_sendTransaction')?.params ?? []
    expect(call).toMatchObject({ from: PAYER, value: '0x0', chainId: '0x7a69' })
    expect(String((call as { data: unknown }).data).endsWith(word(NEEDED).slice(2))).toBe(true)
    expect(await session.stored.get(ATTEMPT)).toMatchObject({ phase: 'approved', stepIndex: 1 })
  })

  it.each([NEEDED, NEEDED + 1n])(
    'approve is skipped when %s is already allowed',
    async (allowance) => {
      const { session, provider } = await approving({ allowance })
      await approve(session.task, ATTEMPT)
      expect(session.facts).toEqual([{ type: 'step_mined' }])
      expect(provider.methods()).not.toContain('eth_sendTransaction')
    },
  )

  it('approve sets an old allowance to zero first for a token that requires it', async () => {
    const { session } = await approving({ allowance: 1n, usdt: true })
    await approve(session.task, ATTEMPT)
    expect(session.facts).toMatchObject([
      { type: 'step_sent', kind: 'reset_approval' },
      { type: 'step_mined' },
    ])
  })

  it.each([0n, NEEDED])('approve skips an unneeded reset: %s', async (allowance) => {
    const { session, provider } = await approving({ allowance, usdt: true })
    await approve(session.task, ATTEMPT)
    expect(session.facts).toEqual([{ type: 'step_mined' }])
    expect(provider.methods()).not.toContain('eth_sendTransaction')
  })

  it('approve checks the allowance before the hash, because a sped-up approval has another hash', async () => {
    const { session } = await approving({
      allowance: 0n,
      answers: { eth_getTransactionReceipt: null },
    })
    await approve(session.task, ATTEMPT)
    expect(session.facts.at(-1)).toEqual({ type: 'step_mined' })
  })

  it.each<[string, Answers, string]>([
    ['declined', { eth_sendTransaction: walletError(4001) }, 'approve_rejected'],
    ['busy', { eth_sendTransaction: walletError(-32002) }, 'wallet_busy'],
    ['failing', { eth_sendTransaction: walletError(-32000) }, 'wallet_error'],
    ['without a hash', { eth_sendTransaction: null }, 'wallet_error'],
    ['on another network', { eth_chainId: '0x1' }, 'switch_failed'],
    ['lowered by the payer', { eth_sendTransaction: HASH }, 'approval_too_low'],
    [
      'reverted',
      { eth_sendTransaction: HASH, eth_getTransactionReceipt: { status: '0x0' } },
      'approval_reverted',
    ],
  ])('approve ends without a payment when the approval is %s', async (_, answers, code) => {
    const { session } = await approving({ allowance: 0n, answers })
    await approve(session.task, ATTEMPT)
    expect(session.facts.at(-1)).toMatchObject({ type: 'step_failed', note: { code } })
  })
})
