import type { Api, ApiOptions } from '../api.ts'
import type { loadPart } from '../loadPart.ts'
import type { Fact } from '../machine/fact.ts'
import type { State } from '../machine.ts'
import type { Progress } from '../progress.ts'
import type { Provider } from '../wallets/provider.ts'
import type { Limits } from './limits.ts'
import type { Parts } from './parts.ts'
import type { Rail } from './rail.ts'

/** The first screen's dependencies: created with the controller, before any chunk loads. */
export type Page = {
  /** Reads the payment. */
  readonly metadata: Api['metadata']
  readonly apiOptions: ApiOptions
  readonly token: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly state: () => State
  /** Aborts when the controller is disposed of. */
  readonly lifetime: AbortSignal
  /** Loads the store on first use. */
  readonly progress: () => Promise<Progress>
  /** Whether the store is open, or may hold a live attempt. Otherwise it does not have to load. */
  readonly hasProgress: () => boolean
  /** Writes the one-line hint that this token has a live attempt; null removes it. */
  readonly hint: (attemptId: string | null) => void
  readonly pinnedDestinations: readonly string[]
  readonly limits: Limits
  /** This function is passed rather than imported, so that the bundler need not split the entry. */
  readonly loadPart: typeof loadPart
  /** The connected wallet, or the one that an earlier attempt used; null without one. */
  provider: Provider | null
}

/** The dependencies of a step. Each controller creates one session, when the payer is about to choose a wallet. */
export type Session = Page & {
  readonly api: Api
  readonly parts: Parts
  /** Returns the rail of the payment. Rejects if its chunk does not load. */
  readonly rail: () => Promise<Rail>
  readonly apiBase: string
  readonly fetch: ApiOptions['fetch']
  readonly tabId: string
  /** Resolves after `ms`, rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Whether the wallet has rejected all the payment's calls in one request. */
  hasRefusedCalls: boolean
  /** Whether a signature in place of an approval was already tried: the approval is then a transaction. */
  hasNoPermits: boolean
  /** The wallet whose signature in place of all transactions failed, or was not offered: its payer then sends them. Null for none. */
  noSignaturesOf: string | null
}

/** Reports an effect's facts. `tell` drops facts once the operation is over; `signal` aborts at that moment. */
export type Run = {
  readonly signal: AbortSignal
  readonly tell: (fact: Fact) => void
}

/** One run of a step. */
export type Task = Run & { readonly session: Session }
