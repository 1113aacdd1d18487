import type { Api, ApiOptions } from '../api.ts'
import type { Fact } from '../effects/fact.ts'
import type { loadPart } from '../loadPart.ts'
import type { State } from '../machine.ts'
import type { Progress } from '../progress.ts'
import type { Provider } from '../wallets/provider.ts'
import type { Limits } from './limits.ts'
import type { VerifiedPayment } from './verifyPayment.ts'

/** What the first screen needs: made with the controller, before any chunk is loaded. */
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
  /** Whether the store is open, or may hold a live attempt: without either it need not be loaded. */
  readonly hasProgress: () => boolean
  /** Leaves or, with null, removes the one-line note that this token has a live attempt. */
  readonly hint: (attemptId: string | null) => void
  readonly pinnedDestinations: readonly string[]
  readonly limits: Limits
  /** Lent rather than imported, so that the bundler need not cut the entry in two. */
  readonly loadPart: typeof loadPart
  /** The connected wallet, or the one that an earlier attempt used. */
  provider: Provider | null
}

/** What a step may use: one a controller, made when a wallet is near. */
export type Session = Page & {
  readonly api: Api
  readonly apiBase: string
  readonly fetch: ApiOptions['fetch']
  readonly tabId: string
  /** Resolves after `ms`, rejects when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Whether the wallet is asked for all calls of the payment at once, and whether it has refused that before. */
  isAtomic: boolean
  hasRefusedCalls: boolean
  /** Whether a signature was tried in place of an approval: then it is approved by a transaction. */
  hasNoPermits: boolean
  /** The payment as last verified; what `review` shows. */
  verified: VerifiedPayment | null
}

/** How an effect answers: `tell` drops what it says once the operation is over, `signal` aborts then. */
export type Run = {
  readonly signal: AbortSignal
  readonly tell: (fact: Fact) => void
}

/** One run of a step. */
export type Task = Run & { readonly session: Session }

/** What a payment does on its chain, one way for each family of chains. */
export type Steps = {
  approve(task: Task, attemptId: string): Promise<void>
  pay(task: Task, attemptId: string): Promise<void>
  watch(task: Task, attemptId: string, hash: string): Promise<void>
  reconcile(task: Task, attemptId: string): Promise<void>
}
