/**
 * Codes of `Model.note`: one short sentence each, in text/.
 *
 * params: `insufficient_*` {symbol, needed?}; `locked_device` {wallet, phase, ageSeconds?}; `rate_limited` {seconds};
 * `switch_*` {network}; `auto_selected` {symbol, network}; `replaced_faster` {hash}.
 */
export type NoteCode =
  /** The payer declined in the wallet; nothing was charged. */
  | 'rejected'
  | 'switch_rejected'
  | 'approve_rejected'
  /** -32002: the wallet already has an open request. */
  | 'wallet_busy'
  /** The wallet did not respond within 60 s. */
  | 'wallet_timeout'
  | 'wallet_locked'
  /** The wallet failed before anything was sent. */
  | 'wallet_error'
  | 'wallet_gone'
  | 'switch_failed'
  | 'account_changed'
  | 'approval_reverted'
  | 'approval_too_low'
  | 'insufficient_balance'
  | 'insufficient_gas'
  /** The service's response changed between review and payment: the payer must review the payment again. */
  | 'payment_changed'
  /** The service could not be reached or failed; nothing was charged. */
  | 'service_unavailable'
  | 'chain_unavailable'
  /** A requested conversion has no rate now, or none that is recent enough. */
  | 'rate_unavailable'
  /** The page allows none of the ways in which this account could pay. */
  | 'no_option'
  | 'rate_limited'
  /** The attempt cannot be stored on this device, so the wallet received no request. */
  | 'storage_failed'
  /** Open in another tab of this browser. */
  | 'locked_tab'
  /** The other tab has an open wallet prompt: the payer must finish it there. */
  | 'locked_tab_signing'
  /** Being paid from another device or browser. */
  | 'locked_device'
  /** A Safe's transaction waits for its signers. */
  | 'safe_waiting'
  /** Continued in another tab. */
  | 'taken_over'
  | 'auto_selected'
  /** The wallet sent the payment again with a higher fee. */
  | 'replaced_faster'
  /** unknown: reading the chain. */
  | 'checking'
  /** unknown: the wallet has a pending transaction. */
  | 'pending_in_wallet'
  /** unknown: the nonce is unused, but the wallet's prompt may still be open. */
  | 'prompt_may_be_open'
  /** unknown: the nonce is unused and the prompt is gone. */
  | 'nonce_unused'
  /** unknown: the chain has not responded yet. */
  | 'not_found_yet'
  /** An earlier attempt provably sent no transaction, so it is safe to pay. */
  | 'not_sent'
  /** An earlier attempt stopped after the approval. */
  | 'approval_kept'
  /** Paid from elsewhere while the wallet's prompt was open: the payer must decline it. */
  | 'paid_elsewhere'
  /** A second payment was sent after this one was paid: contact the merchant. */
  | 'paid_twice'
  | TronNoteCode

/**
 * Notes about payments on Tron. params: `tron_earlier`, `tron_approval_dropped`, `tron_not_taken`, `tron_busy` and `tron_no_resources`
 * {time?}.
 */
export type TronNoteCode =
  /** The wallet signed a transaction other than the requested one; it was not sent. */
  | 'tron_other_bytes'
  /** The wallet signed so late that the transaction had expired; it was not sent. */
  | 'tron_too_late'
  /** An earlier transaction can still be executed: the next one is built once that is no longer possible. */
  | 'tron_earlier'
  /** The approval was not executed before it expired. */
  | 'tron_approval_dropped'
  /** Sent: the network has rejected it so far, and the element resends it until it expires. */
  | 'tron_not_taken'
  /** Sent: no node has responded so far. */
  | 'tron_busy'
  /** Sent: the account has too little TRX or bandwidth for it. */
  | 'tron_no_resources'
  /** The transaction failed in a block that is not final yet. */
  | 'tron_failing'

/** Failures of a payment on Tron. */
export type TronErrorCode =
  /** The transaction was not executed and never can be. params: reason `expired` or `signature` */
  'tron_dropped'

/** Failures of a payment over a bridge. */
export type BridgeErrorCode =
  /** The bridge refunded the money on the source chain. */
  | 'bridge_refunded'
  /** The bridge could not deliver the payment. */
  | 'bridge_failed'
  /** The bridge delivered an amount or a token other than the payment's, which does not count. */
  | 'bridge_not_counted'

/** Codes of `Model.error`, stable. */
export type ErrorCode =
  /** The transactions do not pay the amounts shown. params: reason */
  | 'calldata_mismatch'
  /** A payee or token differs from the destination that the page pinned. */
  | 'destination_mismatch'
  /** The network or token is not in the registry that ships with this version. */
  | 'unsupported_network'
  /** The transaction was mined and failed: only the network fee was spent. On Tron params: fee, reason */
  | 'payment_reverted'
  /** The payer cancelled it in the wallet. */
  | 'payment_cancelled'
  /** Another transaction replaced it. */
  | 'payment_replaced'
  | BridgeErrorCode
  | TronErrorCode
  /** A response from the service is invalid. */
  | 'invalid_response'
  /** The text of this code stands for codes that this release does not have; no element error carries it. */
  | 'internal'

/** The reason why the payment cannot be paid now. */
export type UnavailableReason =
  | 'expired'
  /** The merchant cancelled it. */
  | 'cancelled'
  | 'not_found'
  | 'not_payable'
  | 'rate_limited'
  | 'offline'
  | 'unauthorized'
  /** A requested conversion has no rate now, or none that is recent enough. */
  | 'no_rate'
  | 'server'
