import { expect, test } from 'vitest'
import { foldHistory } from './foldHistory.ts'
import type { HistoryStep, PayerStep } from './readHistory.ts'

const AT = '2026-11-02T08:10:00.000Z'
const created: HistoryStep = { kind: 'created', at: AT }
const payer = (kind: PayerStep['kind']): HistoryStep => ({
  kind: 'payer',
  at: AT,
  step: { kind, at: AT },
})
const screened = (status: 'approved' | 'rejected'): HistoryStep => ({
  kind: 'payer',
  at: AT,
  step: {
    kind: 'screened',
    at: AT,
    screening: {
      status,
      provider: 'list',
      reasonCode: status === 'rejected' ? 'deny_list' : null,
      providerReference: null,
      evaluatedAt: AT,
      expiresAt: AT,
    },
  },
})
const wallets = (count: number) => Array.from({ length: count }, () => payer('wallet_chosen'))

test('Three wallet choices stay, and the middle two of four are folded', () => {
  const three = [created, payer('opened'), ...wallets(3), payer('seen')]
  expect(foldHistory(three)).toEqual(three)
  const [first, second, third, last] = wallets(4)
  expect(foldHistory([created, payer('opened'), ...wallets(4), payer('seen')])).toEqual([
    created,
    payer('opened'),
    first,
    { kind: 'folded', steps: [second, third] },
    last,
    payer('seen'),
  ])
})

test('Alternating choices and reports are folded together, and a transaction on the network is never folded', () => {
  const turns = Array.from({ length: 50 }, () => [payer('wallet_chosen'), payer('sent')]).flat()
  const seen = [payer('seen'), payer('seen'), payer('seen'), payer('seen')]
  const shown = foldHistory([created, ...turns, ...seen, ...wallets(5)])
  expect(shown.map((one) => (one.kind === 'folded' ? one.steps.length : one.kind))).toEqual([
    'created',
    'payer',
    98,
    'payer',
    ...Array(4).fill('payer'),
    'payer',
    3,
    'payer',
  ])
})

test('A rejected wallet stays between other steps, and only the middle of several rejections is folded', () => {
  const [rejected, accepted] = [screened('rejected'), screened('approved')]
  const steps = [created, accepted, ...wallets(1), rejected, accepted, ...wallets(1), payer('sent')]
  expect(foldHistory(steps)).toEqual(steps)
  expect(foldHistory([...wallets(1), rejected, rejected, rejected, rejected, accepted])).toEqual([
    ...wallets(1),
    rejected,
    { kind: 'folded', steps: [rejected, rejected] },
    rejected,
    accepted,
  ])
})

test('A history without steps is empty', () => {
  expect(foldHistory([])).toEqual([])
})
