import type { Api } from '../api.ts'
import type { Fact } from '../effects/fact.ts'
import type { State } from '../machine.ts'
import type { Progress } from '../progress.ts'
import type { Provider } from '../wallets/provider.ts'
import type { VerifiedPayment } from './verifyPayment.ts'

/** What a step may use: one a controller, alive as long as it. */
export type Session = {
  readonly api: Api
  readonly apiBase: string
  readonly token: string
  readonly tabId: string
  readonly pinnedDestinations: readonly string[]
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Resolves after `ms`, rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Loads the store on first use. */
  readonly progress: () => Promise<Progress>
  readonly state: () => State
  /** Aborts when the controller is disposed of. */
  readonly lifetime: AbortSignal
  /** Whether this device may have a live attempt: without it the store need not be loaded. */
  readonly hasHint: () => boolean
  /** Leaves or, with null, removes the one-line note that this token has a live attempt. */
  readonly hint: (attemptId: string | null) => void
  /** The connected wallet, or the one that an earlier attempt used. */
  provider: Provider | null
  /** The payment as last verified; what `review` shows. */
  verified: VerifiedPayment | null
}

/** One run of an effect: `tell` drops what it says once the operation is over, `signal` aborts then. */
export type Task = {
  readonly session: Session
  readonly signal: AbortSignal
  readonly tell: (fact: Fact) => void
}
