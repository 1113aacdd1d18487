import type { Hex } from '../hex.ts'
import type { Transaction } from '../step.ts'
import { SELECTORS } from './abi.ts'
import { addressWord } from './address.ts'
import { uintWord } from './words.ts'

/**
 * Encodes an ERC-20 approval: `spender` may then transfer `amountUnits` of `token` from the sender.
 *
 * @throws InvalidAddressError or MalformedValueError, which names the field at fault.
 */
export function encodeApprove(approval: Approval): Transaction {
  const { token, spender, amountUnits } = approval
  addressWord(token, 'token')
  const data =
    SELECTORS.approve + addressWord(spender, 'spender') + uintWord(amountUnits, 'amountUnits')
  // The cast is safe: the selector begins with 0x, and every word is checked hex.
  return { to: token, data: data as Hex, value: 0n }
}

/** `amountUnits` is in the token's base units; 0 revokes an earlier approval. */
export type Approval = { token: string; spender: string; amountUnits: bigint }
