import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { ConsoleContext } from '../context.ts'
import { type Failure, readFailure } from '../failure.ts'

/** How far the reading of something is. While it is read again, what was read before stays. */
export type Loaded<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'ready'; readonly value: T }

/** An element that reads from the API. */
export type ApiHost = ReactiveControllerHost & { readonly context: ConsoleContext }

/** Reads something when its element appears, and again when asked. A reading that was overtaken is dropped. */
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

  /** What was read last; null before. */
  get value(): T | null {
    return this.state.status === 'ready' ? this.state.value : null
  }

  /** Reads again; resolves when that is done, whatever came of it. */
  async reload(): Promise<void> {
    await this.#read((failure) => ({ status: 'failed', failure }))
  }

  /** As `reload`, by itself and not because somebody asked: what was read before stays where it cannot be read again. */
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

  /** Puts a value in place of what was read, as an answer of the API gave it. */
  replace(value: T): void {
    this.#running?.abort()
    this.#show({ status: 'ready', value })
  }

  #show(state: Loaded<T>): void {
    this.state = state
    this.#host.requestUpdate()
  }
}
