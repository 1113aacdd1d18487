import type { Effect } from '../machine/effect.ts'
import type { Fact } from '../machine/fact.ts'
import { initialState, type State, toModel, transition } from '../machine.ts'
import type { StateName } from '../model.ts'
import { CHOOSING } from './machineExamples.ts'
import { RELAYED_HASH } from './walkAnswers.ts'
import { LATEST_ATTEMPT, nextInCourse } from './walkFacts.ts'

/** States in which the payment may have left the wallet. */
const MAYBE_SENT: readonly StateName[] = [
  'signing',
  'broadcasting',
  'confirming',
  'settling',
  'unknown',
  'resuming',
]
const APPROVALS: readonly StateName[] = ['resetting', 'approving', 'permitting']
const HOLDING: readonly StateName[] = ['preparing', 'switching', ...APPROVALS]
const ENDS: readonly StateName[] = ['succeeded', 'partial', 'failed', 'unavailable', 'locked']
/** States in which a payment that may have left the wallet continues, or ends after the service's response. */
const STILL_KNOWN: readonly StateName[] = [...MAYBE_SENT, 'succeeded', 'partial', 'failed']

type Step = {
  readonly one: Fact
  readonly before: State
  readonly state: State
  readonly effects: readonly Effect[]
  /** The path to this step: the facts and the states that they led to. */
  readonly way: readonly string[]
}

/** Simulates the lifetime of one page: plays facts and checks every step against the invariants. */
export class Walk {
  state: State = initialState
  #steps = 0
  readonly #way: string[] = []
  /** The attempt that holds the locks. */
  #leased: string | null = null
  /** Attempts whose payment the page requested from a wallet, without proof that the wallet did not send it. */
  readonly #asked = new Set<string>()
  /** The attempt whose payment another tab requests from its wallet. */
  #others: string | null = null
  /** Approvals mined since the plan was made. */
  #mined = 0
  /** Whether a requested approval, by a transaction or a permit, is incomplete. */
  #isPermissionAsked = false
  #successes = 0
  #isPaid = false
  #isPartPaid = false
  /** Attempts that began with a press of Pay, in order. */
  readonly #pressed: string[] = []

  /**
   * Plays a random fact, in which `LATEST_ATTEMPT` and its predecessor stand for attempts of this walk. Null plays the next fact of
   * a payment's normal course. Returns the fact's type if it changed anything.
   */
  chance(drawn: Fact | null): Fact['type'] | null {
    const one = drawn ?? nextInCourse(this.state)
    return one !== null && this.step(this.#named(one)) ? one.type : null
  }

  #named(one: Fact): Fact {
    if (!('attemptId' in one)) return one
    if (one.type === 'pay') return { ...one, attemptId: this.#freshAttempt() }
    const latest = this.state.attemptId ?? this.#pressed.at(-1) ?? one.attemptId
    const earlier = this.#pressed.filter((id) => id !== latest).at(-1) ?? one.attemptId
    return { ...one, attemptId: one.attemptId === LATEST_ATTEMPT ? latest : earlier }
  }

  /**
   * Plays a fact; throws with the fact and both states when an invariant is violated. Returns whether it changed
   * anything.
   */
  step(one: Fact): boolean {
    const before = this.state
    const { state, effects } = transition(before, { ...one, at: this.#steps })
    this.#steps += 1
    this.state = state
    if (one.type === 'pay') this.#pressed.push(one.attemptId)
    if (one.type === 'server' || one.type === 'loaded') {
      this.#isPaid ||= one.answer.kind === 'completed'
      this.#isPartPaid ||= one.answer.payment?.items.some((of) => of.amountPaid !== '0') ?? false
    }
    if (hasChanged(before, state)) this.#way.push(`${one.type} > ${state.name}`)
    const step = { one, before, state, effects, way: this.#way }
    this.#checkLocks(step)
    this.#checkPermissions(step)
    this.#checkPayments(step)
    this.#checkEnds(step)
    this.#checkScreen(step)
    return effects.length > 0 || hasChanged(before, state)
  }

  /** Returns a new attempt id, as the page creates one for each press of Pay. */
  #freshAttempt(): string {
    return `00000000-0000-4000-8000-1${String(this.#steps).padStart(11, '0')}`
  }

  /** Every wallet request, except for an account, requires the locks; an attempt acquires and releases them once. */
  #checkLocks(step: Step): void {
    const { one, state, effects } = step
    for (const effect of effects) {
      if (effect.type === 'acquire') {
        rule(step, 'locks are acquired once', this.#leased === null)
        this.#leased = effect.attemptId
      }
      if (effect.type === 'finish' && effect.attemptId === this.#leased) this.#leased = null
      if (NEEDS_LOCKS.has(effect.type)) rule(step, 'asks with the locks', this.#leased !== null)
    }
    const last = effects.findLast(({ type }) => type === 'finish' || type === 'record')
    const isFollowed = MAYBE_SENT.includes(state.name) && state.attemptId !== null
    // The device's hint for a reload is removed with the attempt that ends.
    rule(step, 'can be resumed', !isFollowed || last?.type !== 'finish')
    if (one.type === 'locked' && state.name === 'locked') this.#leased = null
    rule(step, 'holds the locks', !HOLDING.includes(state.name) || this.#leased !== null)
    rule(step, 'chooses without locks', !CHOOSING.includes(state.name) || this.#leased === null)
    const isAsked = this.#leased !== null && this.#asked.has(this.#leased)
    const isElsewhere = state.name === 'settling' && state.plan === null && !isAsked
    const isOver = ENDS.includes(state.name) || isElsewhere
    rule(step, 'gives the locks back', !isOver || this.#leased === null)
  }

  /** The page requests approvals one at a time, in the plan's order and before the payment. */
  #checkPermissions(step: Step): void {
    const { one, before, state, effects } = step
    const isNew = state.run !== before.run
    if (isNew && (one.type === 'ready' || one.type === 'unbatched')) this.#mined = 0
    if (isNew && one.type === 'step_mined') {
      rule(step, 'mines what was asked', this.#isPermissionAsked)
      this.#mined += 1
    }
    if (isNew && (one.type === 'step_mined' || !APPROVALS.includes(state.name))) {
      this.#isPermissionAsked = false
    }
    const asks = effects.filter(({ type }) => type === 'approve' || type === 'pay')
    rule(step, 'the wallet receives at most one request at a time', asks.length <= 1)
    for (const effect of asks) {
      const kinds = state.plan?.kinds ?? []
      const kind = effect.type === 'approve' ? effect.kind : 'pay'
      rule(step, 'at most one approval is requested at a time', !this.#isPermissionAsked)
      this.#isPermissionAsked = effect.type === 'approve'
      rule(step, 'asks in order', state.plan?.index === this.#mined && kinds[this.#mined] === kind)
      rule(step, 'pays last', kind !== 'pay' || this.#mined === kinds.length - 1)
    }
    const isPermit = state.name === 'permitting'
    rule(step, 'a permit counts as a requested approval', !isPermit || this.#isPermissionAsked)
    const isOwn = state.transactions.every(({ hash }) => hash !== RELAYED_HASH)
    rule(step, 'only transactions of the wallet are listed', isOwn)
  }

  /** A wallet receives a payment request only while none of its earlier requests may still become a payment. */
  #checkPayments(step: Step): void {
    const { one, before, state, effects } = step
    const isResumed = one.type === 'loaded' && state.run !== before.run
    if (isResumed) this.#others = null
    if (isResumed && one.record !== null && ASKED.has(one.record.phase)) {
      // The other tab's lock protects an attempt that it requested from its wallet.
      const isOthers = one.isLockedElsewhere && state.name === 'locked'
      if (isOthers) this.#others = one.record.id
      else for (const { id } of [one.record, ...(one.record.others ?? [])]) this.#asked.add(id)
    }
    const gone = disproved(step)
    if (gone !== null) this.#asked.delete(gone)
    for (const effect of effects) {
      if (effect.type === 'pay') {
        rule(step, 'a payment is requested only while no other may be paid', this.#asked.size === 0)
        rule(step, 'pays its own attempt', effect.attemptId === state.attemptId)
        rule(step, 'a payment is requested only in the state signing', state.name === 'signing')
        this.#asked.add(effect.attemptId)
      }
      if (effect.type === 'record') this.#asked.add(effect.attemptId)
      if (effect.type === 'reconcile' || effect.type === 'watch') {
        rule(step, 'the search is for the requested payment', this.#asked.has(effect.attemptId))
      }
      if (effect.type === 'finish') {
        const isTaken = effect.attemptId === this.#others && !this.#asked.has(effect.attemptId)
        rule(step, 'ends its own attempts', !isTaken || hasAnswer(one))
        const isGivenUp = effect.outcome !== 'done' && this.#asked.has(effect.attemptId)
        rule(step, 'an attempt is abandoned only with proof', !isGivenUp)
        const isDone = effect.outcome === 'done'
        rule(step, "an attempt is done only by the service's report", !isDone || hasAnswer(one))
        // The service has counted the payment.
        this.#asked.delete(effect.attemptId)
      }
    }
    if (!MAYBE_SENT.includes(before.name)) return
    const isAskedAgain = one.type === 'unbatched' && HOLDING.includes(state.name)
    const isKnown = STILL_KNOWN.includes(state.name) || isAskedAgain
    const isProved = gone !== null || before.attemptId === null
    rule(
      step,
      'a payment that may be sent is left only with proof',
      isKnown || (CHOOSING.includes(state.name) && isProved),
    )
    rule(step, 'fails with evidence', state.name !== 'failed' || EVIDENCE.has(one.type))
  }

  /** The page reports success once, and reports success or a partial payment only after the service did. */
  #checkEnds(step: Step): void {
    const { one, before, state, effects } = step
    const signals = effects.flatMap((effect) => (effect.type === 'emit' ? [effect.signal] : []))
    this.#successes += signals.filter(({ type }) => type === 'success').length
    rule(
      step,
      "success comes only from the service's report",
      state.name !== 'succeeded' || this.#isPaid,
    )
    rule(step, 'success is reported once', this.#successes <= 1)
    const isLeft = before.name === 'succeeded' && state.name !== 'succeeded'
    rule(step, 'success is the end', !isLeft)
    const isMore = before.name === 'succeeded' && effects.some(({ type }) => type !== 'record')
    rule(step, 'success has no further effect than a record', !isMore)
    const isRetried = before.name === 'failed' && one.type === 'retry' && state.name !== 'failed'
    rule(
      step,
      'only a recoverable failure can be retried',
      !isRetried || before.error?.recoverable === true,
    )
    const isNewlyPart = state.name === 'partial' && before.name !== 'partial'
    rule(step, "a part comes only from the service's report", !isNewlyPart || this.#isPartPaid)
    const isConfirmed = signals.some(({ type }) => type === 'confirmed')
    rule(step, 'confirmed has a hash', !isConfirmed || state.hash !== null)
  }

  #checkScreen(step: Step): void {
    const { state } = step
    rule(step, 'a review has content', state.name !== 'review' || toModel(state).review !== null)
    rule(step, 'a failure has a reason', state.name !== 'failed' || state.error !== null)
    rule(step, 'an end has a reason', state.name !== 'unavailable' || state.unavailable !== null)
    rule(step, 'a lock has a reason', state.name !== 'locked' || state.note !== null)
    toModel(state)
  }
}

/** The phases of a record whose payment was requested from a wallet. */
const ASKED: ReadonlySet<string> = new Set(['signing', 'broadcast'])

const NEEDS_LOCKS: ReadonlySet<Effect['type']> = new Set(['prepare', 'switch', 'approve', 'pay'])

const EVIDENCE: ReadonlySet<Fact['type']> = new Set([
  'reverted',
  'replaced',
  'dropped',
  'calls_failed',
  'server',
])

function hasChanged(before: State, state: State): boolean {
  const past = new Map<string, unknown>(Object.entries(before))
  return Object.entries(state).some(([name, value]) => past.get(name) !== value)
}

function hasAnswer(one: Fact): boolean {
  return one.type === 'server' || one.type === 'loaded'
}

/**
 * Returns the attempt that was not paid, by a fact's proof or by the payer's statement. Returns null if the machine did not accept this
 * proof.
 */
function disproved({ one, before, state, effects }: Step): string | null {
  const { attemptId } = before
  // The payer declined the wallet's request while the page followed a payment made elsewhere.
  const isDeclined = one.type === 'not_sent' && state.attemptId === null
  if (isDeclined && one.attemptId === attemptId) return attemptId
  if (state.run === before.run || attemptId === null) return null
  // One of the attempt's two transactions is void; the machine follows the other one.
  const isFollowed = state.name === 'confirming' && state.attemptId === attemptId
  if (isFollowed && one.type !== 'sent') return null
  switch (one.type) {
    case 'not_sent':
    case 'unbatched':
    case 'calls_failed':
      return one.attemptId === attemptId ? attemptId : null
    case 'sent':
      // The discarded payment is in flight: the payer must decline the later request, which has the same nonce.
      return one.attemptId === attemptId ? null : attemptId
    case 'reconciled':
      // An open prompt may still send the payment, regardless of the transaction that used its nonce.
      return one.result.kind === 'not_sent' && before.name !== 'signing' ? attemptId : null
    case 'discard':
      return before.name === 'unknown' && (one.isConfirmed || before.canDiscard) ? attemptId : null
    case 'replaced':
      return one.change === 'faster' ? null : attemptId
    case 'reverted':
    case 'dropped':
      return attemptId
    case 'server':
      // The service reported the end of the bridge transfer that this page sent.
      if (!before.crossing || before.crossing.isElsewhere) return null
      return effects.some((effect) => effect.type === 'finish' && effect.outcome === 'dropped')
        ? attemptId
        : null
    default:
      return null
  }
}

function rule({ one, before, state, way }: Step, name: string, isKept: boolean): void {
  if (isKept) return
  const last = `${before.name} -> ${state.name} by ${JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`
  throw new Error(`${name}: ${last}\n${way.join('\n')}`)
}
