import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { ConsoleContext } from '../context.ts'
import { type Failure, readFailure } from '../failure.ts'

/** A read's progress. During another read, the previous data remains. */
export type Loaded<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'ready'; readonly value: T }

type Read<T> =
  | Exclude<Loaded<T>, { status: 'failed' }>
  | { readonly status: 'failed'; readonly error: unknown }

/** An element that reads from the API. */
export type ApiHost = ReactiveControllerHost & { readonly context: ConsoleContext }

/** Reads data when its element appears, and again on request. Drops the result of a read that a later read has overtaken. */
export class LoadController<T> implements ReactiveController {
  /** Whether the last automatic read failed, so that the data may be out of date. */
  isStale = false
  readonly #host: ApiHost
  readonly #load: (signal: AbortSignal) => Promise<T>
  #running: AbortController | null = null
  #state: Read<T> = { status: 'loading' }

  constructor(host: ApiHost, load: (signal: AbortSignal) => Promise<T>) {
    this.#host = host
    this.#load = load
    host.addController(this)
  }

  hostConnected(): void {
    void this.reload()
  }

  hostDisconnected(): void {
    this.#running?.abort()
  }

  get state(): Loaded<T> {
    const state = this.#state
    if (state.status !== 'failed') return state
    // Creates the sentences on each call, so that they follow a change of language.
    const { text } = this.#host.context
    const failure = readFailure(state.error, text)
    // The general sentence for `network_error` is about a change, not about a read.
    const isUnreached = failure.code === 'network_error'
    const message = isUnreached ? text.common.unreached : failure.message
    return { status: 'failed', failure: { ...failure, message } }
  }

  /** The last read's data; null before the first read, and after a failed one. */
  get value(): T | null {
    return this.#state.status === 'ready' ? this.#state.value : null
  }

  /** Reads again; resolves when the read has ended, successfully or not. */
  async reload(): Promise<void> {
    if (this.#state.status === 'failed') this.#show({ status: 'loading' })
    await this.#read((error) => ({ status: 'failed', error }))
  }

  /** Like `reload`, but automatic: the previous data remains when the read fails, and `isStale` marks it. */
  async refresh(): Promise<void> {
    const state = this.#state
    await this.#read((error) => {
      this.isStale = state.status === 'ready'
      return state.status === 'ready' ? state : { status: 'failed', error }
    })
  }

  async #read(onFailure: (error: unknown) => Read<T>): Promise<void> {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    try {
      const value = await this.#load(running.signal)
      if (running.signal.aborted) return
      this.isStale = false
      this.#show({ status: 'ready', value })
    } catch (error) {
      if (running.signal.aborted) return
      this.#host.context.noteError(error)
      this.#show(onFailure(error))
    }
  }

  /** Replaces the data with a value that the API returned. */
  replace(value: T): void {
    this.#running?.abort()
    this.isStale = false
    this.#show({ status: 'ready', value })
  }

  #show(state: Read<T>): void {
    this.#state = state
    this.#host.requestUpdate()
  }
}
