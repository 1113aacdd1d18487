import type { TronTransaction } from '@secure-payment/core/tron'
import { describe, expect, it } from 'vitest'
import { newAttempt } from '../../steps/attempts.ts'
import { loadReview } from '../../steps/readPayment.ts'
import {
  type Answers,
  fakeApi,
  fakeProvider,
  fakeSession,
  walletError,
} from '../../testing/fakes.ts'
import {
  aTronAccount,
  aTronInfo,
  aTronPayment,
  fakeTronNode,
  honestTronCalldata,
  TRON_PAYER,
} from '../../testing/tronExamples.ts'
import { SIGN_METHOD } from '../wallets/injected.ts'
import { approveTron } from './approveTron.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'
const SIGNATURE = '1b'.repeat(65)

/** Opens a verified payment on Tron whose approval comes next. The node mines each approval, with `outcome`. */
async function approving(options: { answers?: Answers; outcome?: string; isLow?: boolean } = {}) {
  const { answers = {}, outcome = 'SUCCESS', isLow = false } = options
  const { node, fetch } = fakeTronNode()
  node.broadcast = ({ txID }) => {
    node.known.add(txID)
    node.infos[txID] = aTronInfo(txID, outcome, 0)
    if (!isLow) node.allowanceUnits = 10_000_000n
    return { result: true, txid: txID }
  }
  const provider = fakeProvider({
    eth_chainId: '0x2b6653dc',
    eth_accounts: [TRON_PAYER],
    [SIGN_METHOD]: (one: TronTransaction) => ({ ...one, signature: [SIGNATURE] }),
    ...answers,
  })
  const api = fakeApi(aTronPayment(), honestTronCalldata())
  api.broadcastTron = async ({ txID }) => {
    node.broadcast({ txID })
    return { isTaken: true, code: '' }
  }
  const session = Object.assign(fakeSession({ api, provider }), { fetch })
  const account = aTronAccount()
  session.setState({ payment: aTronPayment(), account, options: [], optionId: 'tron:USDT' })
  await loadReview(session.task)
  if (session.verified === null) throw new Error('The example must verify.')
  const kinds = session.verified.review.steps
  const plan = { needsSwitch: false, kinds, index: 0, hashes: {} }
  session.setState({ name: 'approving', attemptId: ATTEMPT, plan })
  await session.stored.put(newAttempt(session, ATTEMPT, session.verified, account))
  session.facts.length = 0
  const asked = () => provider.calls.filter(({ method }) => method === SIGN_METHOD)
  const run = async () => {
    await approveTron(session.task, ATTEMPT)
    return session.facts
  }
  return { node, asked, run }
}

describe('an approval on Tron', () => {
  it('an approval on Tron is signed once, and ends in its block', async () => {
    const { run, asked, node } = await approving()
    expect(await run()).toMatchObject([
      { type: 'step_sent', kind: 'approve' },
      { type: 'step_mined' },
    ])
    expect(asked()).toHaveLength(1)
    expect(node.known.size).toBe(1)
  })

  it('an approval on Tron is skipped if the allowance suffices', async () => {
    const { run, asked, node } = await approving()
    node.allowanceUnits = 10_000_000n
    expect(await run()).toEqual([{ type: 'step_mined' }])
    expect(asked()).toEqual([])
  })

  it('the wallet receives no approval on another network', async () => {
    const { run, asked } = await approving({ answers: { eth_chainId: '0xcd8690dc' } })
    expect(await run()).toMatchObject([{ type: 'step_failed', note: { code: 'switch_failed' } }])
    expect(asked()).toEqual([])
  })

  it.each<[string, Parameters<typeof approving>[0], string]>([
    [
      'that the payer declines',
      { answers: { [SIGN_METHOD]: walletError(4001) } },
      'approve_rejected',
    ],
    [
      'whose signature is for another transaction',
      {
        answers: {
          [SIGN_METHOD]: (one: TronTransaction) => ({
            ...one,
            txID: 'ab'.repeat(32),
            signature: [SIGNATURE],
          }),
        },
      },
      'tron_other_bytes',
    ],
    ['that fails in its block', { outcome: 'REVERT' }, 'approval_reverted'],
    ['that allows too little', { isLow: true }, 'approval_too_low'],
  ])('an approval on Tron %s ends the step', async (_, options, code) => {
    const { run } = await approving(options)
    expect((await run()).at(-1)).toMatchObject({ type: 'step_failed', note: { code } })
  })
})
