import type { Hex } from './hex.ts'

/** A call that a payer's wallet sends. `value` is in the native currency's base units. */
export type Transaction = { to: string; data: Hex; value: bigint }

/**
 * One of the ordered steps with which the payer settles a payment. `token` and `spender` belong to the approval (null for a native
 * payment); `amountUnits` is the approved or spent amount, in the token's base units.
 */
export type Step = {
  kind: 'reset_approval' | 'approve' | 'pay'
  transaction: Transaction
  token: string | null
  spender: string | null
  amountUnits: bigint
}
