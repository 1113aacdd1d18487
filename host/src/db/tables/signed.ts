/** The payments that payers sign. */
export type SignedTables = { signed_payments: SignedPaymentsTable }

/** A payment that its payer signed and that the relayer sends. Addresses are checksummed as in EIP-55. */
type SignedPaymentsTable = {
  id: string
  tenant_id: string
  /** The `cli_…` value of the client ID that created the payment; null for another credential. */
  client_id: string | null
  /** The secure payment's token. */
  token: string
  request_id: string
  attempt_id: string
  network: string
  kind: 'eip3009' | 'permit2' | 'eip2612'
  /** The ERC20SignedPayment that makes the payment. */
  contract: string
  payer: string
  /** The payment's EIP-712 digest, which is its key in the contract. */
  payment_hash: string
  /** The calldata, with the payment and its signature. */
  data: string
  /** Unix seconds. */
  deadline_s: bigint
  /** The head when the payment was stored: no earlier block contains it. */
  from_block: bigint
  /** The maximum cost of its gas when it was stored, rounded up. */
  cost_gwei: bigint
  /**
   * `stored` until the relayer has signed a transaction, and again after a transaction failed; `sent` while one may be mined, or waits for
   * the watcher. The other states are final, but a reorganisation may end `confirmed`.
   */
  status: 'stored' | 'sent' | 'confirmed' | 'expired' | 'cancelled' | 'rejected'
  reason: SignedPaymentReason | null
  /** The latest transaction; once confirmed, the transaction that made the payment, whoever sent it. */
  tx_hash: string | null
  /** The time of the first transaction: since then, others may have the signature. */
  sent_at: string | null
  created_at: string
  updated_at: string
}

/** The reason for which a signed payment waits, or will not be sent. */
type SignedPaymentReason =
  | 'would_revert'
  | 'paid_otherwise'
  | 'wallet_not_accepted'
  | 'not_screened'
  | 'reverted'
  | 'gas_too_expensive'
  | 'out_of_coins'
  | 'no_gas_left'
