import { MalformedValueError } from '../errors.ts'
import { referenceWords, sizeWord, zeros } from '../evm/words.ts'
import type { Hex } from '../hex.ts'
import { RECURRING_SELECTORS } from './abi.ts'
import { countWord, permitWords, type SchedulePermit } from './schedulePermit.ts'

/**
 * Encodes a relayer's call that makes one payment under a permit, `triggerRecurringPayment`. Send it to the proxy for which the permit was
 * signed, with value 0. The contract checks whether the signature is the subscriber's.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError naming the field at fault.
 */
export function encodeTriggerPayment(trigger: TriggerPayment): Hex {
  const { permit, signature, index, paymentReference } = trigger
  return `${RECURRING_SELECTORS.triggerPayment}${
    permitWords(permit) +
    sizeWord(TRIGGER_HEAD_BYTES) +
    countWord(index, 'index', 1, permit.totalPayments) +
    sizeWord(TRIGGER_HEAD_BYTES + SIGNATURE_TAIL_BYTES) +
    signatureWords(signature) +
    referenceWords(paymentReference)
  }`
}

/** One payment under a permit. `index` counts from 1; `signature` is r, s and v in 65 bytes, the only form that the contract can verify. */
export type TriggerPayment = {
  permit: SchedulePermit
  signature: Hex
  index: number
  paymentReference: Hex
}

/** The number of bytes of a plain ECDSA signature. */
export const SIGNATURE_BYTES = 65

/** After the 13 words of the permit: the signature's offset, the index, the reference's offset. */
export const TRIGGER_HEAD_BYTES = (13 + 3) * 32

/** A length, and 65 bytes in three words. */
export const SIGNATURE_TAIL_BYTES = 4 * 32

const SIGNATURE = /^0x[0-9a-fA-F]{130}$/

function signatureWords(signature: Hex): string {
  if (typeof signature !== 'string' || !SIGNATURE.test(signature))
    throw new MalformedValueError({
      what: 'Signature',
      expected: '"0x" and 130 hex digits',
      actual: signature,
      field: 'signature',
    })
  return sizeWord(SIGNATURE_BYTES) + signature.slice(2).toLowerCase() + SIGNATURE_PADDING
}

const SIGNATURE_PADDING = zeros(3 * 64 - 2 * SIGNATURE_BYTES)
