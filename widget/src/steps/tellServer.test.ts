import { expect, it } from 'vitest'
import type { Fact, ServerAnswer } from '../machine/fact.ts'
import { tellServer } from './tellServer.ts'

const refused = (contacts: object | null): Exclude<ServerAnswer, { kind: 'payment' }> => ({
  kind: 'unavailable',
  reason: 'unauthorized',
  retryAt: null,
  payment: null,
  contacts,
})

function told(answer: Exclude<ServerAnswer, { kind: 'payment' }>): readonly Fact[] {
  const facts: Fact[] = []
  tellServer(answer, (fact) => facts.push(fact))
  return facts
}

it('a wallet that the service does not accept is excluded, so the payer can choose another one', () => {
  expect(told(refused({ code: 'wallet_not_accepted' }))).toEqual([{ type: 'barred' }])
})

it('the rejection of a page excludes no wallet', () => {
  const answer = refused({ code: 'origin_not_allowed' })
  expect(told(answer)).toEqual([{ type: 'server', answer }])
  expect(told(refused(null))).toHaveLength(1)
})

it('a completed payment is reported as completed, regardless of the wallet', () => {
  const answer = { kind: 'completed', payment: null } as const
  expect(told(answer)).toEqual([{ type: 'server', answer }])
})
