import type { Signal } from '../model.ts'
import type { TransactionKind } from '../review.ts'

/** The end of an attempt; becomes the phase of its record. */
export type Outcome = 'done' | 'abandoned' | 'reverted' | 'dropped'

/**
 * An operation that the controller runs for the machine. An effect responds with facts. Effects of an operation stop
 * (their signal aborts) when the machine's `run` advances; `pay`, `record`, `finish` and `emit` run to their end.
 */
export type Effect =
  /** Read the payment and, if the hint names this token, the record: -> loaded. */
  | { readonly type: 'load' }
  /** -> connected | connect_failed */
  | { readonly type: 'connect'; readonly walletId: string }
  /** Forget the account. */
  | { readonly type: 'disconnect' }
  /** -> options | barred | server | request_failed | refused. `isWide`: also the ways from other chains, as the last resort. */
  | { readonly type: 'load_options'; readonly isWide?: boolean }
  /** -> review | requote | short | server | request_failed | refused */
  | { readonly type: 'load_review'; readonly optionId: string }
  /** Read the network fee of the reviewed option: -> network_fee */
  | { readonly type: 'load_fee'; readonly optionId: string }
  /** Acquire the Web Lock, then the service's lease: -> acquired | locked | step_failed */
  | { readonly type: 'acquire'; readonly attemptId: string }
  /** -> ready | requote | refused | step_failed | server */
  | { readonly type: 'prepare'; readonly attemptId: string }
  /** -> switched | step_failed */
  | { readonly type: 'switch' }
  /** -> step_sent, step_mined | step_failed */
  | { readonly type: 'approve'; readonly kind: TransactionKind; readonly attemptId: string }
  /** Record `signing`, then send the request to the wallet, once: -> renewed | sent | not_sent | called | unbatched | lost | server */
  | { readonly type: 'pay'; readonly attemptId: string }
  /** Store the hash and queue the intent: -> recorded */
  | { readonly type: 'record'; readonly attemptId: string; readonly hash: string }
  /** Follow the transaction: -> confirmations, reverted, replaced, dropped */
  | { readonly type: 'watch'; readonly attemptId: string; readonly hash: string }
  /** Poll for a payment that the wallet did not confirm: -> reconciled */
  | { readonly type: 'reconcile'; readonly attemptId: string }
  /** Follow calls that the wallet accepted and that have no transaction yet: -> sent, not_sent, calls_failed */
  | { readonly type: 'follow_calls'; readonly attemptId: string }
  /** End the attempt: record, hint, service's lease and Web Lock. */
  | { readonly type: 'finish'; readonly attemptId: string; readonly outcome: Outcome }
  /** Request the payment from the other tab: -> taken | locked */
  | { readonly type: 'take_over' }
  /** Notify the page. */
  | { readonly type: 'emit'; readonly signal: Signal }

/** The effects that the engine runs; the page runs the others. */
export type EngineEffect = Exclude<Effect, { type: 'emit' | 'load' | 'connect' | 'disconnect' }>
