import { describe, expect, it } from 'vitest'
import type { VerifiedPayment } from '../machine/verifiedPayment.ts'
import type { Review } from '../review.ts'
import { NotAsked } from '../steps/pay.ts'
import { loadReview } from '../steps/readPayment.ts'
import type { Task } from '../steps/session.ts'
import { aPayment } from '../testing/examples.ts'
import { fakeApi, fakeSession } from '../testing/fakes.ts'
import { renewPrice } from './renewPrice.ts'

const ATTEMPT = '00000000-0000-4000-8000-000000000001'
const BRIDGE = {
  ...{ chain: 'DEVNET-B', networkName: 'Devnet B', network: 'devnet-b' },
  ...{ destinationName: 'Devnet', fee: null, durationS: 4, isCarried: true },
}
const SPENDING = [{ symbol: 'USDC', amount: '10.05' }] as const

/** Returns a reviewed payment over a bridge whose price ends after `leftMs`, and a renewal of it. */
async function reviewed(leftMs: number) {
  const session = fakeSession({ api: fakeApi(aPayment()) })
  await loadReview(session.task)
  const { verified } = session
  if (verified === null) throw new Error('The example must verify.')
  const withReview = (patch: Partial<Review>, endsInMs: number): VerifiedPayment => {
    const bridge = { ...BRIDGE, expiresAt: session.now() + endsInMs }
    return { ...verified, review: { ...verified.review, bridge, spending: SPENDING, ...patch } }
  }
  const shown = withReview({}, leftMs)
  let reads = 0
  const renew = (read: (task: Task) => VerifiedPayment | null) =>
    renewPrice(
      async (task) => {
        reads += 1
        const found = read(task)
        return found && { verified: found, shortOf: null }
      },
      session.task,
      shown,
      ATTEMPT,
    ).catch((error: unknown) => {
      if (error instanceof NotAsked) return error.facts
      throw error
    })
  return { shown, withReview, renew, reads: () => reads }
}

describe('renewPrice', () => {
  it('renewPrice keeps a price with more than ten seconds left', async () => {
    const { shown, renew, reads } = await reviewed(10_001)
    expect(await renew(() => null)).toBe(shown)
    expect(reads()).toBe(0)
  })

  it('renewPrice accepts a new price only if the payer would sign what the review shows', async () => {
    const { withReview, renew } = await reviewed(10_000)
    const same = withReview({}, 600_000)
    expect(await renew(() => same)).toBe(same)
    const changes: Partial<Review>[] = [
      { spending: [{ symbol: 'USDC', amount: '10.06' }] },
      { bridge: { ...BRIDGE, expiresAt: 0, isCarried: false } },
      { contractAddress: '0x1000000000000000000000000000000000000b0b' },
    ]
    for (const change of changes) {
      const other = withReview(change, 600_000)
      expect(await renew(() => other)).toEqual([
        {
          ...{ type: 'not_sent', attemptId: ATTEMPT, note: { code: 'payment_changed' } },
          verified: other,
        },
      ])
    }
  })

  it('renewPrice ends the payment if the new price cannot be read, with the service’s response', async () => {
    const { renew } = await reviewed(0)
    const server = {
      type: 'server',
      answer: { kind: 'completed', payment: aPayment() },
    } as const
    const found = await renew(({ tell }) => {
      tell(server)
      return null
    })
    expect(found).toMatchObject([{ type: 'not_sent', note: { code: 'payment_changed' } }, server])
  })
})
