import { readFileSync } from 'node:fs'
import { REFUND_STATUSES, type RefundStatus } from '@secure-payment/core/api'
import { describe, expect, it } from 'vitest'
import { REFUND_TRANSITIONS, type RefundFacts, refundStatus } from './refundStatus.ts'

const AT = '2026-11-05T10:00:00.000Z'
const PAGE = new URL('../../../docs/design/refunds.md', import.meta.url)

const listed = Object.entries(REFUND_TRANSITIONS)
  .flatMap(([from, next]) => next.map((to) => `${from} --> ${to}`))
  .sort()

describe('The states of a refund', () => {
  it('a refund has the state transitions in the design’s diagram', () => {
    const page = readFileSync(PAGE, 'utf8')
    const drawn = [...page.matchAll(/^ *(\S+) *--+> *(\w+)/gm)].map(
      ([, from, to]) => `${from} --> ${to}`,
    )
    const first = ['[*] --> open', '[*] --> waiting_for_approval']
    expect(drawn.sort()).toEqual([...first, ...listed].sort())
  })

  it('a refund has exactly the state transitions that a change of one fact can cause', () => {
    const found = new Set<string>()
    for (const facts of allFacts()) {
      const from = refundStatus(facts)
      for (const next of changesOf(facts)) {
        const to = refundStatus(next)
        if (from !== to) found.add(`${from} --> ${to}`)
      }
    }
    expect([...found].sort()).toEqual(listed)
  })

  it('the states of a refund are those of the API', () => {
    expect(Object.keys(REFUND_TRANSITIONS).sort()).toEqual([...REFUND_STATUSES].sort())
  })

  it.each<[RefundStatus, Partial<RefundFacts>]>([
    ['open', {}],
    ['processing', { hasPending: true }],
    ['waiting_for_approval', { isApproved: false }],
    ['held', { heldAt: AT, hasPending: true }],
    ['held', { exceedsAt: AT, hasPending: true }],
    ['cancelled', { cancelledAt: AT, heldAt: AT }],
    ['cancelled', { cancelledAt: AT, exceedsAt: AT }],
    ['confirmed', { confirmedAt: AT, cancelledAt: AT, heldAt: AT, isApproved: false }],
    ['confirmed', { confirmedAt: AT, exceedsAt: AT }],
  ])('the status %s follows from the facts', (status, change) => {
    expect(refundStatus({ ...OPEN, ...change })).toBe(status)
  })
})

const OPEN: RefundFacts = {
  confirmedAt: null,
  cancelledAt: null,
  heldAt: null,
  exceedsAt: null,
  isApproved: true,
  hasPending: false,
}

function allFacts(): RefundFacts[] {
  const times = [null, AT]
  return times.flatMap((confirmedAt) =>
    times.flatMap((cancelledAt) =>
      times.flatMap((heldAt) =>
        times.flatMap((exceedsAt) =>
          [true, false].flatMap((isApproved) =>
            [true, false].map((hasPending) => ({
              ...{ confirmedAt, cancelledAt, heldAt, exceedsAt, isApproved, hasPending },
            })),
          ),
        ),
      ),
    ),
  )
}

/** The changes that can happen: a cancellation, an approval and an excess are final, and a refund that is paid or being paid stays. */
function changesOf(facts: RefundFacts): RefundFacts[] {
  const { confirmedAt, heldAt, hasPending } = facts
  const canCancel = confirmedAt === null && !hasPending
  return [
    { ...facts, confirmedAt: confirmedAt === null ? AT : null },
    { ...facts, heldAt: heldAt === null ? AT : null },
    { ...facts, exceedsAt: AT },
    { ...facts, hasPending: !hasPending },
    { ...facts, isApproved: true },
    ...(canCancel ? [{ ...facts, cancelledAt: AT }] : []),
  ]
}
