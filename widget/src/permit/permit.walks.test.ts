import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AttemptRecord } from '../machine/attemptRecord.ts'
import { approve } from '../steps/approve.ts'
import { walletError } from '../testing/fakes.ts'
import { NEEDED, NONCE, permitting, RELAYED, signAsPayer } from '../testing/permitting.ts'

/** The number of random payer histories to run; a fiftieth of the number of the machine's walks. */
const LIVES = Math.max(60, Number(process.env['WALKS'] ?? 3_000) / 50)
const MS_PER_LIFE = 500
const MINUTE_MS = 60_000

/** The outcome of one visit to the page that needs an allowance for the token. */
const page = fc.record({
  wallet: fc.constantFrom('signs', 'signs', 'signs', 'declines', 'cannot sign'),
  service: fc.constantFrom('sends', 'refuses', 'is silent'),
  /** The service's transaction is mined while the page waits, before the next visit, or never. */
  isMined: fc.constantFrom('at once', 'later', 'never'),
  dies: fc.constantFrom(null, null, 'once signed', 'once stored', 'once handed in'),
  minutesAfter: fc.constantFrom(0, 1, 10, 25),
})
type Page = typeof page extends fc.Arbitrary<infer P> ? P : never

it(
  'a page requests no signature while a submitted signature may be used, regardless of when pages crash',
  async () => {
    let signed = 0
    let waited = 0
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 2, maxLength: 5 }), async (pages) => {
        const life = new Life()
        for (const one of pages) await life.open(one)
        expect(life.askedTooMuch).toBe(0)
        signed += life.signed
        waited += life.waited
      }),
      { numRuns: LIVES },
    )
    // Histories without a signature, or without data from an earlier page, prove nothing.
    expect(signed).toBeGreaterThan(LIVES)
    expect(waited).toBeGreaterThan(LIVES / 20)
  },
  60_000 + LIVES * MS_PER_LIFE,
)

/** A payer's device, the chain and the service, over several visits to a page. */
class Life {
  signed = 0
  /** The number of signatures that were requested while another signature was in use. */
  askedTooMuch = 0
  /** The number of visits in which the page waited for an earlier permit. */
  waited = 0
  #nonce = NONCE
  #allowance = 0n
  #elapsedMs = 0
  #records: readonly AttemptRecord[] = []
  /** The permits that are submitted, not rejected and not mined; all these permits have the current nonce. */
  #live: { readonly deadlineMs: number }[] = []
  #pages = 0

  async open({ wallet, service, isMined, dies, minutesAfter }: Page): Promise<void> {
    this.#pages += 1
    const attemptId = `${this.#pages}0000000-0000-4000-8000-000000000000`
    const { session, provider, chain } = await permitting({
      attemptId,
      nonce: this.#nonce,
      elapsedMs: this.#elapsedMs,
      answers: {
        eth_signTypedData_v4: (_: string, data: string) => {
          const isLive = this.#live.some(({ deadlineMs }) => deadlineMs > session.now())
          if (isLive) this.askedTooMuch += 1
          if (wallet !== 'signs') throw walletError(wallet === 'declines' ? 4001 : 4200)
          this.signed += 1
          if (dies === 'once signed') session.abort()
          return signAsPayer(data)
        },
      },
    })
    for (const record of this.#records) await session.stored.put(record)
    chain.allowance = this.#allowance
    const begun = session.now()
    const { put } = session.stored
    session.stored.put = async (record) => {
      await put(record)
      if (dies === 'once stored' && record.permit) session.abort()
    }
    session.api.permit = async (call, signal) => {
      signal.throwIfAborted()
      if (service === 'refuses') return 'refused'
      this.#live.push({ deadlineMs: call.deadline * 1_000 })
      if (isMined === 'at once') this.#mine(chain)
      if (dies === 'once handed in') session.abort()
      signal.throwIfAborted()
      return service === 'is silent' ? null : RELAYED
    }
    await approve(session.task, attemptId).catch((error: unknown) => {
      if (!session.lifetime.aborted) throw error
    })
    const isDead = session.lifetime.aborted
    const last = session.facts.at(-1)
    if (!isDead && last?.type !== 'step_mined') {
      // Only a decline ends the attempt.
      expect([wallet, last]).toMatchObject(['declines', { note: { code: 'approve_rejected' } }])
    }
    const isAsked = session.facts.some((fact) => fact.type === 'permitting' && fact.isAsked)
    const methods = provider.methods()
    if (isAsked && !methods.includes('eth_signTypedData_v4')) this.waited += 1
    if (isMined === 'later' && this.#live.length > 0) this.#mine(chain)
    this.#records = await session.stored.all()
    // The allowance is spent or revoked before the next visit; a permit that arrives later stays in place.
    this.#allowance = isMined === 'later' ? chain.allowance : 0n
    this.#elapsedMs += session.now() - begun + minutesAfter * MINUTE_MS
  }

  #mine(chain: { allowance: bigint; nonce: bigint }): void {
    this.#nonce += 1n
    this.#live = []
    chain.nonce = this.#nonce
    chain.allowance = NEEDED
  }
}
