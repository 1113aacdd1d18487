import { createActions, type Press } from './actions.ts'
import type { ApiOptions } from './api.ts'
import type { ControllerOptions } from './controllerOptions.ts'
import type { Engine } from './effects/createEngine.ts'
import { createHint } from './effects/hint.ts'
import { loadPayment } from './effects/loadPayment.ts'
import { openingSignals } from './effects/openingSignals.ts'
import { createMetadataReader } from './effects/readMetadata.ts'
import { loadPart } from './loadPart.ts'
import type { Effect, EngineEffect } from './machine/effect.ts'
import type { Fact, Stamped } from './machine/fact.ts'
import { opening } from './machine/opening.ts'
import { initialState, type State } from './machine/state.ts'
import { toModel } from './machine/toModel.ts'
import type { Actions, Model, Signal } from './model.ts'
import { OVER, PageWallets } from './PageWallets.ts'
import type { Progress } from './progress.ts'
import type { Limits } from './steps/limits.ts'
import type { Page, Run } from './steps/session.ts'

/** The controller of one payment in a page. */
export type Controller = {
  readonly model: Model
  readonly actions: Actions
  /** Calls `listener` with every new model, and with the model's signal, if any. Returns a function that stops the callbacks. */
  subscribe(listener: (model: Model, signal: Signal | null) => void): () => void
  /** Reads the payment and resumes this device's attempt. Resolves when the first screen is known. */
  load(): Promise<void>
  /** Loads the chunks that paying needs: call it when the payer is about to choose a wallet. */
  preload(): void
  /** Stops everything and removes every listener; records remain. */
  dispose(): void
}

const NO_LIMITS: Limits = { chains: [], tokens: [], payer: null, confirmations: 0, rpcUrls: {} }

type Runnable = EngineEffect | Extract<Effect, { type: 'load' | 'connect' | 'disconnect' }>

/** Effects that outlive the operation that started them: a late response counts. */
const OUTLIVING: ReadonlySet<Effect['type']> = new Set(['load_fee', 'pay', 'record', 'finish'])
/** Effects that run one after another, each to its end: they write records and hold locks. */
const SERIAL: ReadonlySet<Effect['type']> = new Set(['acquire', 'record', 'finish'])

/** Runs one payment: receives facts and runs effects. Uses no DOM except the events of window and document. */
export function createController(options: ControllerOptions): Controller {
  return new PaymentController(options)
}

class PaymentController implements Controller {
  #state: State
  #model: Model
  readonly #listeners = new Set<(model: Model, signal: Signal | null) => void>()
  readonly #lifetime = new AbortController()
  #operation = new AbortController()
  readonly #queue: Stamped[] = []
  #isDraining = false
  #serial: Promise<void> = Promise.resolve()
  #progress: Promise<Progress> | null = null
  #engine: Promise<Engine> | null = null
  /** The engine once it is loaded: optional work does not have to wait for it. */
  #running: Engine | null = null
  /** The payer of the resumed attempt. */
  #from: string | undefined
  /** The accepted currency of the resumed attempt. */
  #option: string | undefined
  readonly #options: ControllerOptions
  readonly #page: Page
  readonly #wallets: PageWallets
  readonly actions: Actions

  constructor(options: ControllerOptions) {
    this.#options = options
    const { persist = 'on', autoSelect = true } = options
    const persistence = ({ on: 'durable', session: 'session', off: 'memory' } as const)[persist]
    this.#state = { ...initialState, autoSelect, persistence, offline: !navigator.onLine }
    this.#model = toModel(this.#state)
    this.#page = this.#createPage()
    this.#wallets = new PageWallets({
      options,
      page: this.#page,
      dispatch: (fact, run) => this.#dispatch(fact, run),
      explain: async (error) => (await this.#openEngine()).explain(error),
    })
    this.actions = createActions((press) => this.#press(press))
    this.#listenToPage()
    this.#wallets.start()
  }

  get model(): Model {
    return this.#model
  }

  subscribe(listener: (model: Model, signal: Signal | null) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  load(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = this.subscribe((model) => {
      if (model.state === 'loading') return
      stop()
      resolve()
    })
    this.#dispatch({ type: 'load' })
    if (this.#state.name !== 'loading') resolve()
    return promise
  }

  preload(): void {
    this.#wallets.preload()
    // A chunk that fails to load now is requested again when it is needed.
    void Promise.allSettled([this.#openEngine(), this.#page.progress()])
  }

  dispose(): void {
    this.#lifetime.abort(OVER)
    this.#operation.abort(OVER)
    this.#running?.dispose()
    // A wallet may keep a request, and with it this object, indefinitely: no reference to the page may remain in it.
    this.#running = this.#engine = null
    this.#wallets.dispose()
    this.#listeners.clear()
    void this.#progress?.then((progress) => progress.close())
  }

  /** Facts that arrive while another one is handled wait for it. */
  #dispatch(fact: Fact, run?: number): void {
    const at = Date.now()
    this.#queue.push(run === undefined ? { ...fact, at } : { ...fact, at, run })
    this.#drain()
  }

  #drain(): void {
    if (this.#isDraining || this.#lifetime.signal.aborted) return
    this.#isDraining = true
    try {
      for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
        this.#handle(next)
      }
    } finally {
      this.#isDraining = false
    }
  }

  #handle(fact: Stamped): void {
    const before = this.#state
    const next = opening(before, fact) ?? this.#running?.paying(before, fact)
    if (next === undefined) {
      this.#hold(fact)
      return
    }
    const { state, effects } = next
    if (state === before && effects.length === 0) return
    const last = this.#model
    this.#state = state
    this.#model = toModel(state, this.#running?.stepViews(state))
    if (fact.type === 'loaded') {
      this.#from = fact.record?.from
      this.#option = fact.record?.option.accepted
      this.#wallets.adopt(fact.record?.walletRdns ?? null)
    }
    if (state.run !== before.run) {
      this.#operation.abort(OVER)
      this.#operation = new AbortController()
    }
    this.#running?.follow(state)
    if (state.name === 'connect') this.#wallets.connectSilently()
    for (const effect of effects) if (effect.type !== 'emit') this.#run(effect)
    const own = effects.flatMap((effect) => (effect.type === 'emit' ? [effect.signal] : []))
    this.#notify([
      ...openingSignals(last, this.#model, fact.type),
      ...(this.#running?.signalsBetween(last, this.#model) ?? []),
      ...own,
    ])
  }

  /** A fact for the part of the table that is still loading: it waits, or is lost if the part fails to load. */
  #hold(fact: Stamped): void {
    void this.#openEngine().then(
      () => {
        this.#queue.push(fact)
        this.#drain()
      },
      () => undefined,
    )
  }

  #notify(signals: readonly Signal[]): void {
    const heard = signals.length === 0 ? [null] : signals
    for (const signal of heard)
      for (const listener of this.#listeners) listener(this.#model, signal)
  }

  #run(effect: Runnable): void {
    const isFree = OUTLIVING.has(effect.type)
    const { run } = this.#state
    const tell = (fact: Fact) => this.#dispatch(fact, isFree ? undefined : run)
    const signal = isFree ? this.#lifetime.signal : this.#operation.signal
    const start = () =>
      this.#do(effect, { signal, tell }).catch((error: unknown) => {
        if (signal.aborted) return
        console.error('<secure-payment>', effect.type, error)
        const failure = this.#failureOf(effect)
        if (failure !== null) tell(failure)
      })
    if (SERIAL.has(effect.type)) this.#serial = this.#serial.then(start)
    else void start()
  }

  /**
   * Returns the fact that reports an effect that failed to run (a chunk that did not load, or a bug in this code); null if no fact is
   * needed.
   */
  #failureOf(effect: Runnable): Fact | null {
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
      case 'disconnect':
        return null
      default:
        // Without the engine, only a read can have failed.
        return this.#running === null
          ? { type: 'request_failed', note: { code: 'service_unavailable' } }
          : this.#running.failureOf(effect)
    }
  }

  async #do(effect: Runnable, run: Run): Promise<void> {
    switch (effect.type) {
      case 'load':
        return loadPayment(
          this.#page,
          run,
          () => this.#openEngine(),
          (rail) => this.#wallets.search(rail),
        )
      case 'connect':
        // No await may precede the wallet's prompt, which must still belong to the payer's click.
        return this.#wallets.connect(effect.walletId, run)
      case 'disconnect':
        return this.#wallets.disconnect()
      default:
        return (await this.#openEngine()).run(effect, run)
    }
  }

  // ── the page ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #listenToPage(): void {
    const { signal } = this.#lifetime
    window.addEventListener('online', () => this.#onOnline(true), { signal })
    window.addEventListener('offline', () => this.#onOnline(false), { signal })
  }

  #onOnline(isOnline: boolean): void {
    this.#dispatch({ type: 'online', isOnline })
    if (isOnline) this.#running?.poller.wake()
  }

  // ── making the parts ──────────────────────────────────────────────────────────────────────────────────────────────

  #createPage(): Page {
    const { token, apiBase, clientId, pinnedDestinations = [], limits } = this.#options
    const pageFetch = this.#options.fetch ?? window.fetch
    const now = () => Date.now()
    const hint = createHint(() => window.localStorage)
    const apiOptions: ApiOptions = {
      token,
      apiBase,
      clientId,
      fetch: (url, init) => pageFetch.call(window, url, init),
      now,
      isOnline: () => navigator.onLine,
      payer: () => this.#state.account?.address ?? this.#from,
      option: () => this.#findOption(),
    }
    return {
      metadata: createMetadataReader(apiOptions),
      apiOptions,
      token,
      now,
      state: () => this.#state,
      lifetime: this.#lifetime.signal,
      progress: () => this.#openProgress(),
      hasProgress: () => this.#progress !== null || hint.read(token) !== null,
      hint: (attemptId) => hint.write(token, attemptId),
      pinnedDestinations,
      limits: { ...NO_LIMITS, ...limits },
      loadPart,
      provider: null,
    }
  }

  /** Finds the accepted currency that the payer chose, or that of the resumed attempt until the payer chooses again. */
  #findOption(): string | undefined {
    const { options, optionId } = this.#state
    if (options.length === 0) return this.#option
    return options.find(({ id }) => id === optionId)?.accepted?.listed.currency
  }

  #openEngine(): Promise<Engine> {
    this.#engine ??= this.#loadEngine().catch((error: unknown) => {
      this.#engine = null
      throw error
    })
    return this.#engine
  }

  async #loadEngine(): Promise<Engine> {
    const { createEngine } = await loadPart('engine', () => import('./effects/evm.ts'))
    this.#lifetime.signal.throwIfAborted()
    const engine = createEngine({
      page: this.#page,
      dispatch: (fact, run) => this.#dispatch(fact, run),
      settled: () => this.#serial,
    })
    this.#running = engine
    engine.follow(this.#state)
    return engine
  }

  #openProgress(): Promise<Progress> {
    this.#progress ??= this.#loadProgress().catch((error: unknown) => {
      this.#progress = null
      throw error
    })
    return this.#progress
  }

  async #loadProgress(): Promise<Progress> {
    const { openProgress } = await loadPart('store', () => import('./progress.ts'))
    const progress = await openProgress(this.#options.persist ?? 'on', Date.now())
    this.#dispatch({ type: 'persistence', persistence: progress.persistence })
    // Sends the calls that an earlier page could not send.
    void this.#openEngine().then(
      (engine) => engine.poller.flush(),
      // The calls remain in the store.
      () => undefined,
    )
    return progress
  }

  #press(press: Press): void {
    if (press.type === 'pay') this.#pay()
    else this.#dispatch(press)
    if (press.type === 'check' || press.type === 'refresh') this.#running?.poller.wake()
  }

  /** Runs synchronously in the payer's click if the engine is loaded. */
  #pay(): void {
    if (this.#running) this.#dispatch({ type: 'pay', attemptId: this.#running.createId() })
    else
      void this.#openEngine().then(
        () => this.#pay(),
        () => undefined,
      )
  }
}
