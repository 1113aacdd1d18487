import type { Hex } from 'viem'

/** A call that a payer's wallet sends. `value` is in the native currency's base units. */
export type Transaction = { to: string; data: Hex; value: bigint }

/**
 * One thing the payer does to settle a payment, in the order to do it. `token` and `spender` say what is approved to
 * whom (null for a native payment); `amountUnits` is what the step approves or spends, in the token's base units.
 */
export type Step = {
  kind: 'reset_approval' | 'approve' | 'pay'
  transaction: Transaction
  token: string | null
  spender: string | null
  amountUnits: bigint
}
