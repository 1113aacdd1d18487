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

/** Reads data when its element appears, and again on request. Drops a read that a later one overtook. */
export class LoadController<T> implements ReactiveController {
  state: Loaded<T> = { status: 'loading' }
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

  /** The data of the last read; null before. */
  get value(): T | null {
    return this.state.status === 'ready' ? this.state.value : null
  }

  /** Reads again; resolves when that is done, successful or not. */
  async reload(): Promise<void> {
    await this.#read((failure) => ({ status: 'failed', failure }))
  }

  /** Like `reload`, but automatic: the previous data remains when the read fails. */
  async refresh(): Promise<void> {
    const { state } = this
    await this.#read((failure) =>
      state.status === 'ready' ? state : { status: 'failed', failure },
    )
  }

  async #read(onFailure: (failure: Failure) => Loaded<T>): Promise<void> {
    this.#running?.abort()
    const running = new AbortController()
    this.#running = running
    if (this.state.status === 'failed') this.#show({ status: 'loading' })
    try {
      const value = await this.#load(running.signal)
      if (!running.signal.aborted) this.#show({ status: 'ready', value })
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
    this.#show({ status: 'ready', value })
  }

  #show(state: Loaded<T>): void {
    this.state = state
    this.#host.requestUpdate()
  }
}
