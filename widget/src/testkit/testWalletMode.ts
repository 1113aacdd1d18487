/** The wallet's behaviour. `control.mode` can change at any time. */
export type TestWalletMode =
  /** Fulfils every request. */
  | 'accept'
  /** The payer declines: error 4001. */
  | 'reject'
  /** Sends the transaction and never responds, except to approvals. */
  | 'swallow'
  /** Responds after `delayMs`. */
  | 'delay'
  /** Never responds to a network switch. */
  | 'hang-switch'
  /** Reports success for a network switch, but does not switch. */
  | 'wrong-chain'
  /** Returns one hash, then sends the same payment with a higher fee under another. Sends approvals unchanged. */
  | 'replace'
  /** Returns a hash, then sends an empty transaction from the account to itself with the same nonce. Sends approvals unchanged. */
  | 'cancel'
  /** The wallet is locked: it returns no accounts and throws error 4100. */
  | 'lock'
  /** Another request is open: error -32002. */
  | 'busy'
