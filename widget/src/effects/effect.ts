import type { Signal, TransactionKind } from '../model.ts'

/** How an attempt ended; becomes the phase of its record. */
export type Outcome = 'done' | 'abandoned' | 'reverted' | 'dropped'

/**
 * What the controller does for the machine. An effect answers with facts. Those of an operation stop (their signal
 * aborts) when the machine's `run` moves on; `pay`, `record`, `finish` and `emit` run to their end.
 */
export type Effect =
  /** Metadata and, when the hint names this token, the record: -> loaded. */
  | { readonly type: 'load' }
  /** -> connected | connect_failed */
  | { readonly type: 'connect'; readonly walletId: string }
  /** Forget the account. */
  | { readonly type: 'disconnect' }
  /** -> options | server | request_failed | refused */
  | { readonly type: 'load_options' }
  /** -> review | server | request_failed | refused */
  | { readonly type: 'load_review'; readonly optionId: string }
  /** Web Lock, then the service's lease: -> acquired | locked | step_failed */
  | { readonly type: 'acquire'; readonly attemptId: string }
  /** -> ready | requote | refused | step_failed | server */
  | { readonly type: 'prepare'; readonly attemptId: string }
  /** -> switched | step_failed */
  | { readonly type: 'switch' }
  /** -> step_sent, step_mined | step_failed */
  | { readonly type: 'approve'; readonly kind: TransactionKind; readonly attemptId: string }
  /** Record `signing`, then ask the wallet, once: -> sent | not_sent | lost | server */
  | { readonly type: 'pay'; readonly attemptId: string }
  /** Store the hash and queue the intent: -> recorded */
  | { readonly type: 'record'; readonly attemptId: string; readonly hash: string }
  /** Follow the transaction: -> confirmations, reverted, replaced */
  | { readonly type: 'watch'; readonly attemptId: string; readonly hash: string }
  /** Look for a payment that the wallet did not own up to, again and again: -> reconciled */
  | { readonly type: 'reconcile'; readonly attemptId: string }
  /** Follow calls that the wallet took and that have no transaction yet: -> sent, not_sent, calls_failed */
  | { readonly type: 'follow_calls'; readonly attemptId: string }
  /** End the attempt: record, hint, service's lease and Web Lock. */
  | { readonly type: 'finish'; readonly attemptId: string; readonly outcome: Outcome }
  /** Ask the other tab for the payment: -> taken | locked */
  | { readonly type: 'take_over' }
  /** Tell the page. */
  | { readonly type: 'emit'; readonly signal: Signal }

/** Effects that the engine does; the others are the page's own. */
export type EngineEffect = Exclude<Effect, { type: 'emit' | 'load' | 'connect' | 'disconnect' }>
