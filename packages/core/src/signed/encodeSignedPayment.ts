import { MalformedValueError } from '../errors.ts'
import { referenceWords, sizeWord, zeros } from '../evm/words.ts'
import type { Hex } from '../hex.ts'
import { SIGNED_PAYMENT_SELECTORS } from './abi.ts'
import { nonceWord, paymentWords, type SignatureKind, type SignedPayment } from './signedPayment.ts'

/** A payment with its payer's signature. `permitNonce` is null unless the kind is EIP-2612. */
export type SignedCall = {
  kind: SignatureKind
  payment: SignedPayment
  signature: Hex
  permitNonce: bigint | null
}

/** The number of bytes of a plain ECDSA signature, the only form that EIP-2612 permits have. */
export const SIGNATURE_BYTES = 65

/** The most bytes of a signature: far more than those of a smart account with many owners. */
export const MAX_SIGNATURE_BYTES = 4_096

/** The bytes of a payment in calldata: nine words, then the reference's length and digits. */
export const PAYMENT_BYTES = (9 + 2) * 32

/** The reference's offset within a payment. */
export const REFERENCE_OFFSET = 9 * 32

/**
 * Encodes the call by which a relay makes a signed payment. Send it to the contract of the signed scope, with value 0.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError, which names the field at fault.
 */
export function encodeSignedPayment(
  kind: SignatureKind,
  payment: SignedPayment,
  signature: Hex,
  permitNonce: bigint | null = null,
): Hex {
  const isPermit = kind === 'eip2612'
  const headBytes = headBytesOf(kind)
  return `${SIGNED_PAYMENT_SELECTORS[kind]}${
    sizeWord(headBytes) +
    (isPermit ? nonceWord(permitNonce) : '') +
    sizeWord(headBytes + PAYMENT_BYTES) +
    paymentTail(payment) +
    signatureWords(signature, isPermit ? SIGNATURE_BYTES : MAX_SIGNATURE_BYTES)
  }`
}

/**
 * Encodes the call by which a payer cancels a payment permanently, signed or not. It reverts if the payment was made or cancelled.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError, which names the field at fault.
 */
export function encodeCancelPayment(payment: SignedPayment): Hex {
  return `${SIGNED_PAYMENT_SELECTORS.cancel}${sizeWord(32) + paymentTail(payment)}`
}

/**
 * Encodes a read of whether a payment was made or cancelled, by its hash (see `hashSignedPayment`). The result is one word, 0 or 1.
 *
 * @throws MalformedValueError
 */
export function encodeIsPaymentUsed(paymentHash: Hex): Hex {
  if (!/^0x[0-9a-fA-F]{64}$/.test(paymentHash))
    throw new MalformedValueError({
      what: 'paymentHash',
      expected: '"0x" and 64 hex digits',
      actual: paymentHash,
      field: 'paymentHash',
    })
  return `${SIGNED_PAYMENT_SELECTORS.isUsed}${paymentHash.slice(2).toLowerCase()}`
}

/** Returns the bytes of a call's head: the offsets of the payment and the signature, and a permit's nonce. */
export function headBytesOf(kind: SignatureKind): number {
  return (kind === 'eip2612' ? 3 : 2) * 32
}

function paymentTail(payment: SignedPayment): string {
  return paymentWords(payment, sizeWord(REFERENCE_OFFSET)) + referenceWords(payment.reference)
}

function signatureWords(signature: Hex, maxBytes: number): string {
  const isHex = typeof signature === 'string' && /^0x(?:[0-9a-fA-F]{2})+$/.test(signature)
  const bytes = isHex ? signature.length / 2 - 1 : 0
  if (bytes === 0 || bytes > maxBytes || (maxBytes === SIGNATURE_BYTES && bytes < maxBytes))
    throw new MalformedValueError({
      what: 'Signature',
      expected:
        maxBytes === SIGNATURE_BYTES
          ? '"0x" and 130 hex digits'
          : `"0x" and 1 to ${maxBytes} bytes in hex`,
      actual: signature,
      field: 'signature',
    })
  const digits = signature.slice(2).toLowerCase()
  return sizeWord(bytes) + digits + zeros((64 - (digits.length % 64)) % 64)
}
