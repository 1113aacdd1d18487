import { createApi } from '../api.ts'
import type { EngineEffect } from '../machine/effect.ts'
import type { Fact, NoteFact, ServerAnswer, Stamped } from '../machine/fact.ts'
import { paying } from '../machine/paying.ts'
import type { State, Transition } from '../machine/state.ts'
import { stepViews } from '../machine/stepViews.ts'
import type { Model, Signal, StepView } from '../model.ts'
import { railOf } from '../rails/railOf.ts'
import { loadFee } from '../steps/loadFee.ts'
import type { CallsPart } from '../steps/parts.ts'
import { prepare } from '../steps/prepare.ts'
import type { Rail } from '../steps/rail.ts'
import { loadOptions, loadReview } from '../steps/readPayment.ts'
import type { Page, Run, Session, Task } from '../steps/session.ts'
import { switchChain } from '../steps/switchChain.ts'
import { faultNote, readWalletFault } from '../wallets/walletError.ts'
import { acquire } from './acquire.ts'
import { createUuid } from './createUuid.ts'
import { failureOf } from './failureOf.ts'
import { finishAttempt, recordBroadcast } from './finish.ts'
import { followPage } from './followPage.ts'
import { drainOutbox } from './outbox.ts'
import { type Beginning, findOwnAttempt } from './ownAttempt.ts'
import { parts } from './parts.ts'
import { createPoller, type Poller } from './poll.ts'
import { signalsBetween } from './signalsBetween.ts'
import { createTabLock, type TabLock, type YieldAnswer } from './tabLock.ts'

/** The parts of the flow from a connected wallet to the end of the payment. */
export type Engine = {
  /** The second part of the machine's transition table. */
  readonly paying: (state: State, fact: Stamped) => Transition
  /** The steps of the attempt, in the form that views receive. */
  readonly stepViews: (state: State) => readonly StepView[]
  /** Returns the notification that the page receives when an attempt changes. */
  readonly signalsBetween: (before: Model, after: Model) => readonly Signal[]
  /** Returns the fact that reports an effect that failed to run; null if no fact is needed. */
  readonly failureOf: (effect: EngineEffect) => Fact | null
  /** Finds this device's own record of the attempt that the service reports. */
  readonly findOwnAttempt: (answer: ServerAnswer) => Promise<Beginning>
  /** Creates an attempt's id. */
  readonly createId: () => string
  readonly lock: TabLock
  readonly poller: Poller
  /** Runs one effect and reports its facts through `tell`. Rejects when the effect could not run at all. */
  run(effect: EngineEffect, run: Run): Promise<void>
  /** Maps a wallet's error to its meaning for the payer. */
  explain(error: unknown): NoteFact
  /** Called after every change of state. */
  follow(state: State): void
  dispose(): void
}

/** The members of the controller that the engine uses. */
export type EngineOptions = {
  readonly page: Page
  /** Reports a fact to the machine. A fact that carries the number of an operation is dropped once that operation is over. */
  readonly dispatch: (fact: Fact, run?: number) => void
  /** Resolves when no write and no lock acquisition is in progress. */
  readonly settled: () => Promise<void>
}

/** The maximum wait for the service: an unresponsive service must not delay the payer. */
const MAX_DRAIN_MS = 3_000

/** Creates the engine for one payment's page. */
export function createEngine(options: EngineOptions): Engine {
  const { page } = options
  const session = createSession(page)
  const { dispatch } = options
  const poller = createPoller({
    session,
    onAnswer: (answer) => dispatch({ type: 'server', answer }),
    drain: async () =>
      page.hasProgress()
        ? drainOutbox(await page.progress(), session.api, page.token, page.now)
        : null,
  })
  const lock = createLock(options, session, poller)
  const follower = followPage(page, poller, dispatch)
  return {
    paying,
    stepViews,
    signalsBetween,
    failureOf,
    createId: createUuid,
    findOwnAttempt: (answer) => findOwnAttempt(page, answer),
    lock,
    poller,
    run: (effect, run) => runEffect({ lock, poller }, { ...run, session }, effect),
    explain: (error) => faultNote(readWalletFault(error)),
    follow: (state) => follower.follow(state),
    dispose() {
      follower.dispose()
      lock.dispose()
      poller.dispose()
    },
  }
}

async function runEffect(
  { lock, poller }: Pick<Engine, 'lock' | 'poller'>,
  task: Task,
  effect: EngineEffect,
): Promise<void> {
  const { session } = task
  switch (effect.type) {
    case 'load_options':
      return loadOptions(task, effect.isWide)
    case 'load_review':
      return loadReview(task)
    case 'load_fee':
      return loadFee(task, effect.optionId)
    case 'acquire':
      // The service releases the previous attempt's lease when it receives that attempt's end.
      await Promise.race([poller.flush(), session.wait(MAX_DRAIN_MS, task.signal)])
      return acquire(task, lock, effect.attemptId)
    case 'prepare':
      return prepare(task)
    case 'switch':
      return switchChain(task)
    case 'approve':
      return (await session.rail()).approve(task, effect.attemptId)
    case 'pay':
      return (await session.rail()).pay(task, effect.attemptId)
    case 'watch':
      return (await railToTheEnd(task)).watch(task, effect.attemptId, effect.hash)
    case 'reconcile':
      return (await railToTheEnd(task)).reconcile(task, effect.attemptId)
    case 'follow_calls':
      // From now on, other devices must wait for the signers of a Safe.
      void poller.flush()
      return (await loadCalls(task, effect.attemptId)).followCalls(task, effect.attemptId)
    case 'record':
      await recordBroadcast(session, effect.attemptId, effect.hash, await railToTheEnd(task))
      lock.announce()
      void poller.flush()
      return task.tell({ type: 'recorded' })
    case 'finish':
      await finishAttempt(session, effect.attemptId, effect.outcome)
      lock.release()
      lock.announce()
      void poller.flush()
      return
    case 'take_over':
      return takeOver(task, lock)
    default:
      return effect satisfies never
  }
}

/** A chunk that failed to load must not end the monitoring of a payment that may be in flight. */
async function railToTheEnd({ session, signal }: Task): Promise<Rail> {
  while (true) {
    const rail = await session.rail().catch(() => null)
    if (rail !== null) return rail
    await session.wait(RETRY_MS, signal)
  }
}

/** Loads the chunk like `railToTheEnd`, for calls that the wallet has accepted. */
async function loadCalls(
  { session, signal }: Task,
  attemptId: string,
): Promise<Pick<CallsPart, 'followCalls'>> {
  const record = await (await session.progress()).get(attemptId)
  const load = record?.signed === undefined ? session.parts.calls : session.parts.signed
  while (true) {
    const calls = await load().catch(() => null)
    if (calls !== null) return calls
    await session.wait(RETRY_MS, signal)
  }
}

const RETRY_MS = 3_000

async function takeOver({ signal, tell }: Task, lock: TabLock): Promise<void> {
  const answer = await lock.askFor(signal)
  if (answer === 'signing') {
    const note = { code: 'locked_tab_signing' } as const
    return tell({ type: 'locked', note, attempt: null, canTakeOver: false })
  }
  // No tab replied: the other tab may be closed, which releases its lock.
  if (answer === 'released' || (await lock.acquire())) {
    lock.release()
    return tell({ type: 'taken' })
  }
  tell({ type: 'locked', note: { code: 'locked_tab' }, attempt: null, canTakeOver: true })
}

/** The page's own object becomes the session, so that the page and the element share one wallet. */
function createSession(page: Page): Session {
  const { apiBase, fetch } = page.apiOptions
  const more = {
    api: createApi(page.apiOptions),
    parts,
    rail: () => railOf(page.state()),
    apiBase,
    fetch,
    tabId: createUuid(),
    wait,
    hasRefusedCalls: false,
    hasNoPermits: false,
    noSignaturesOf: null,
  }
  return Object.assign(page, more)
}

function createLock(
  { dispatch, settled }: EngineOptions,
  { token, tabId, now, state }: Session,
  poller: Poller,
): TabLock {
  /**
   * Another tab requests the payment that this tab holds. This tab releases it unless its wallet has received the request.
   */
  async function onAsked(): Promise<YieldAnswer> {
    const { name } = state()
    if (name === 'signing' || name === 'unknown') return 'signing'
    dispatch({ type: 'yield' })
    await settled()
    return 'released'
  }
  const lock = createTabLock({
    token,
    tabId,
    now,
    locks: navigator.locks ?? null,
    storage: () => window.localStorage,
    channel: 'BroadcastChannel' in window ? new BroadcastChannel(`secure-payment:${token}`) : null,
    onAsked: async () => (lock.isHeld() ? onAsked() : null),
    // Called when the attempt advanced in another tab.
    onChanged: () => (state().name === 'locked' ? dispatch({ type: 'load' }) : poller.wake()),
  })
  return lock
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(done, ms)
  function done(): void {
    signal.removeEventListener('abort', stop)
    resolve()
  }
  function stop(): void {
    clearTimeout(timer)
    reject(signal.reason)
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return promise
}
