import type { Session, Task } from '../steps/session.ts'
import type { Effect } from './effect.ts'
import type { Fact } from './fact.ts'
import { loadPayment } from './loadPayment.ts'
import type { TabLock } from './tabLock.ts'

/** What effects need beside the session. */
export type EffectContext = {
  readonly session: Session
  readonly lock: TabLock
  /** The chunk with all that needs calldata or hashes. */
  readonly evm: () => Promise<typeof import('./evm.ts')>
  /** Asks a wallet for an account. */
  readonly connect: (walletId: string) => Promise<Fact>
  readonly disconnect: () => void
  /** Makes the calls that wait in the store; resolves when the first try is over. */
  readonly drain: () => Promise<void>
}

/** A service that does not answer must not hold up the payer. */
const MAX_DRAIN_MS = 3_000

/** An effect with a machine's signal of its own is emitted by the controller. */
export type RunnableEffect = Exclude<Effect, { type: 'emit' }>

/** Does one effect; what it learns goes to `task.tell`. Rejects when it could not be done at all. */
export async function runEffect(
  context: EffectContext,
  task: Task,
  effect: RunnableEffect,
): Promise<void> {
  const { session, lock } = context
  switch (effect.type) {
    case 'load':
      return loadPayment(task, lock)
    case 'connect':
      // No await before the wallet's prompt: it must still belong to the payer's click.
      return context.connect(effect.walletId).then(task.tell)
    case 'disconnect':
      return context.disconnect()
    case 'load_options':
      return (await context.evm()).loadOptions(task)
    case 'load_review':
      return (await context.evm()).loadReview(task)
    case 'acquire':
      // The service frees the last attempt's lease when it hears of its end.
      await Promise.race([context.drain(), session.wait(MAX_DRAIN_MS, task.signal)])
      return (await context.evm()).acquire(task, lock, effect.attemptId)
    case 'prepare':
      return (await context.evm()).prepare(task)
    case 'switch':
      return (await context.evm()).switchChain(task)
    case 'approve':
      return (await context.evm()).approve(task, effect.attemptId)
    case 'pay':
      return (await context.evm()).pay(task, effect.attemptId)
    case 'watch':
      return (await context.evm()).watchTransaction(task, effect.attemptId, effect.hash)
    case 'reconcile':
      return (await context.evm()).reconcileAttempt(task, effect.attemptId)
    case 'record':
      await (await context.evm()).recordBroadcast(session, effect.attemptId, effect.hash)
      lock.announce()
      void context.drain()
      return task.tell({ type: 'recorded' })
    case 'finish':
      await (await context.evm()).finishAttempt(session, effect.attemptId, effect.outcome)
      lock.release()
      lock.announce()
      void context.drain()
      return
    case 'take_over':
      return takeOver(task, lock)
    default:
      return effect satisfies never
  }
}

/** What to believe when an effect could not be done (a chunk that did not load, a fault of this code). */
export function failureOf(effect: RunnableEffect): Fact | null {
  switch (effect.type) {
    case 'load':
      return {
        type: 'loaded',
        answer: { kind: 'unavailable', reason: 'server', retryAt: null, payment: null },
        record: null,
        isLockedElsewhere: false,
      }
    case 'connect':
      return { type: 'connect_failed', note: { code: 'wallet_error' } }
    case 'load_options':
    case 'load_review':
      return { type: 'request_failed', note: { code: 'service_unavailable' } }
    case 'acquire':
    case 'prepare':
    case 'switch':
    case 'approve':
      return { type: 'step_failed', note: { code: 'wallet_error' } }
    case 'pay': {
      // `pay` never rejects once the wallet was asked: only its chunk can be missing here.
      const note = { code: 'service_unavailable' } as const
      return { type: 'not_sent', attemptId: effect.attemptId, note }
    }
    case 'record':
      return { type: 'recorded' }
    case 'reconcile':
      return { type: 'reconciled', result: { kind: 'unreachable' } }
    case 'disconnect':
    case 'watch':
    case 'finish':
    case 'take_over':
      return null
    default:
      return effect satisfies never
  }
}

/** Effects that must run one after the other and to their end: they write records and hold locks. */
export function isSerial(effect: RunnableEffect): boolean {
  return effect.type === 'acquire' || effect.type === 'record' || effect.type === 'finish'
}

/** Effects that outlive the operation that asked for them: a wallet's late answer counts. */
export function outlivesRun(effect: RunnableEffect): boolean {
  return effect.type === 'pay' || effect.type === 'record' || effect.type === 'finish'
}

async function takeOver({ signal, tell }: Task, lock: TabLock): Promise<void> {
  const answer = await lock.askFor(signal)
  if (answer === 'signing') {
    const note = { code: 'locked_tab_signing' } as const
    return tell({ type: 'locked', note, attempt: null, canTakeOver: false })
  }
  // Nobody answered: the tab may be gone, then its lock is too.
  if (answer === 'released' || (await lock.acquire())) {
    lock.release()
    return tell({ type: 'taken' })
  }
  tell({ type: 'locked', note: { code: 'locked_tab' }, attempt: null, canTakeOver: true })
}
