import { MalformedValueError } from '../errors.ts'
import { addressWord } from '../evm/address.ts'
import { assertFeeAddress } from '../evm/assertFeeAddress.ts'
import { referenceWords, uintWord } from '../evm/words.ts'
import type { Hex } from '../hex.ts'

/**
 * The kinds of message by which a payer can sign a payment: an authorization of the token (EIP-3009), a permit of Permit2, or a permit
 * of the token (EIP-2612).
 */
export const signatureKinds = ['eip3009', 'permit2', 'eip2612'] as const
export type SignatureKind = (typeof signatureKinds)[number]

/**
 * A payment that its payer signs and that any account may send, as ERC20SignedPayment declares it. Amounts are base units of the token. The
 * payer pays `amountUnits + feeUnits`. Without a fee, `feeAddress` is usually the zero address. `deadlineS` is the last second, since
 * 1970, in which the payment may be made. `salt` distinguishes payments that are otherwise equal.
 */
export type SignedPayment = {
  payer: string
  token: string
  recipient: string
  amountUnits: bigint
  feeUnits: bigint
  feeAddress: string
  reference: Hex
  deadlineS: number
  salt: bigint
}

/** The one contract that can make a signed payment, on its chain. `permit2`: null if the contract was deployed without Permit2. */
export type SignedPaymentScope = { chainId: number; contract: string; permit2: string | null }

/** The members of the EIP-712 type `Payment`, in the order that is signed and encoded. */
export const PAYMENT_FIELDS = [
  { name: 'payer', type: 'address' },
  { name: 'token', type: 'address' },
  { name: 'recipient', type: 'address' },
  { name: 'amount', type: 'uint256' },
  { name: 'feeAmount', type: 'uint256' },
  { name: 'feeAddress', type: 'address' },
  { name: 'paymentReference', type: 'bytes' },
  { name: 'deadline', type: 'uint40' },
  { name: 'salt', type: 'uint256' },
] as const

/** The ERC20SignedPayment's EIP-712 domain name and version. */
export const SIGNED_PAYMENT_DOMAIN = { name: 'ERC20SignedPayment', version: '1' } as const

/** The maximum of a payment's deadline, which the contract stores in a `uint40`. */
export const MAX_DEADLINE_S = 2 ** 40 - 1

/**
 * Returns the nine ABI words of a payment. The caller passes the seventh: the offset of the reference in calldata, or its hash in EIP-712.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError, which names the field at fault.
 */
export function paymentWords(payment: SignedPayment, referenceWord: string): string {
  const { feeUnits, feeAddress, reference } = payment
  const words =
    addressWord(payment.payer, 'payer') +
    addressWord(payment.token, 'token') +
    addressWord(payment.recipient, 'recipient') +
    uintWord(payment.amountUnits, 'amountUnits') +
    uintWord(feeUnits, 'feeUnits') +
    addressWord(feeAddress, 'feeAddress') +
    referenceWord +
    uintWord(BigInt(checkedDeadline(payment.deadlineS)), 'deadlineS') +
    uintWord(payment.salt, 'salt')
  // Called only for its check of the reference.
  referenceWords(reference)
  assertFeeAddress(feeUnits, feeAddress)
  // The contract adds both amounts, and an overflow would make every payment revert.
  uintWord(totalUnits(payment), 'amountUnits')
  return words
}

/** Returns the sum that leaves the payer's account, in base units. */
export function totalUnits({ amountUnits, feeUnits }: SignedPayment): bigint {
  return amountUnits + feeUnits
}

/**
 * Returns the ABI word of the payer's nonce in a token, which a call with an EIP-2612 permit needs.
 *
 * @throws MalformedValueError
 */
export function nonceWord(permitNonce: bigint | null): string {
  if (permitNonce !== null) return uintWord(permitNonce, 'permitNonce')
  throw new MalformedValueError({
    what: 'permitNonce',
    expected: "the payer's nonce in the token",
    actual: permitNonce,
    field: 'permitNonce',
  })
}

function checkedDeadline(deadlineS: number): number {
  if (Number.isInteger(deadlineS) && deadlineS >= 0 && deadlineS <= MAX_DEADLINE_S) return deadlineS
  throw new MalformedValueError({
    what: 'deadlineS',
    expected: `a whole number from 0 to ${MAX_DEADLINE_S}`,
    actual: deadlineS,
    field: 'deadlineS',
  })
}
