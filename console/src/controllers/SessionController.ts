import { ApiError, type Client } from '@secure-payment/core/client'
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { Session } from '../api.ts'
import { isSessionEnded } from '../failure.ts'

/** The signed-in account. `reason` explains why the session ended; null if there was no session. */
export type SessionState =
  | { readonly status: 'unknown' }
  | { readonly status: 'unreachable'; readonly error: unknown }
  | { readonly status: 'out'; readonly reason: 'expired' | 'left' | null }
  | { readonly status: 'in'; readonly session: Session }

/** Determines the session's state from the service's responses, never from button presses. */
export class SessionController implements ReactiveController {
  state: SessionState = { status: 'unknown' }
  readonly #host: ReactiveControllerHost
  readonly #findClient: () => Client
  readonly #isNeeded: () => boolean

  /** `isNeeded` returns whether the opened page shows a person's own data. */
  constructor(
    host: ReactiveControllerHost,
    findClient: () => Client,
    isNeeded: () => boolean = () => true,
  ) {
    this.#host = host
    this.#findClient = findClient
    this.#isNeeded = isNeeded
    host.addController(this)
  }

  hostConnected(): void {
    if (this.#isNeeded()) void this.refresh()
  }

  /** Reads the session. */
  async refresh(): Promise<void> {
    try {
      const session = await this.#findClient().auth.session()
      this.#show({ status: 'in', session })
    } catch (error) {
      this.#onUnread(error)
    }
  }

  /** Ends the session on the service, then in this page. */
  async signOut(): Promise<void> {
    try {
      await this.#findClient().auth.logout()
    } catch (error) {
      // Without a response the session may still be active: the page shows the failure, and the person can press again.
      if (!(error instanceof ApiError) || !isSessionEnded(error)) throw error
    }
    this.#show({ status: 'out', reason: 'left' })
  }

  /** Records an error from any call. */
  readonly noteError = (error: unknown): void => {
    if (this.state.status === 'in' && isSessionEnded(error)) {
      this.#show({ status: 'out', reason: 'expired' })
    }
  }

  #onUnread(error: unknown): void {
    const wasIn = this.state.status === 'in'
    if (isSessionEnded(error)) this.#show({ status: 'out', reason: wasIn ? 'expired' : null })
    // The previous data remains: one lost response does not sign the person out.
    else if (!wasIn) this.#show({ status: 'unreachable', error })
  }

  #show(state: SessionState): void {
    this.state = state
    this.#host.requestUpdate()
  }
}
