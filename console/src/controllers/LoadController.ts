import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { ConsoleContext } from '../context.ts'
import { type Failure, readFailure } from '../failure.ts'

/** The progress of a read. During another read, the previous data remains. */
export type Loaded<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'ready'; readonly value: T }

/** An element that reads from the API. */
export type ApiHost = ReactiveControllerHost & { readonly context: ConsoleContext }

/** Reads data when its element appears, and again on request. Drops the result of a read that a later read has overtaken. */
export class LoadController<T> implements ReactiveController {
  state: Loaded<T> = { status: 'loading' }
  /** Whether the last automatic read failed, so that the data may be out of date. */
  isStale = false
  readonly #host: ApiHost
  readonly #load: (signal: AbortSignal) => Promise<T>
  #running: AbortController | null = null

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

  /** The data of the last read; null before the first. */
  get value(): T | null {
    return this.state.status === 'ready' ? this.state.value : null
  }

  /** Reads again; resolves when the read has ended, successful or not. */
  async reload(): Promise<void> {
    if (this.state.status === 'failed') this.#show({ status: 'loading' })
    await this.#read((failure) => ({ status: 'failed', failure }))
  }

  /** Like `reload`, but automatic: the previous data remains when the read fails, and `isStale` marks it. */
  async refresh(): Promise<void> {
    const { state } = this
    await this.#read((failure) => {
      this.isStale = state.status === 'ready'
      return state.status === 'ready' ? state : { status: 'failed', failure }
    })
  }

  async #read(onFailure: (failure: Failure) => Loaded<T>): Promise<void> {
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
      const { context } = this.#host
      context.noteError(error)
      this.#show(onFailure(readFailure(error, context.text)))
    }
  }

  /** Replaces the data with a value that the API returned. */
  replace(value: T): void {
    this.#running?.abort()
    this.isStale = false
    this.#show({ status: 'ready', value })
  }

  #show(state: Loaded<T>): void {
    this.state = state
    this.#host.requestUpdate()
  }
}
