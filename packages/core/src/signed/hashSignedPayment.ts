import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { addressWord } from '../evm/address.ts'
import { REFERENCE_BYTES, referenceWords, uintWord } from '../evm/words.ts'
import type { Hex } from '../hex.ts'
import {
  MAX_DEADLINE_S,
  PAYMENT_FIELDS,
  paymentWords,
  SIGNED_PAYMENT_DOMAIN,
  type SignedPayment,
  type SignedPaymentScope,
} from './signedPayment.ts'
import { domainFields, type TypedDataDomain } from './typedDataDomain.ts'

/**
 * Returns a payment's hash: its EIP-712 digest in the contract's domain. It is the nonce of the authorization or of the Permit2 permit, and
 * the payment's key in the contract's `isUsed`.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError, which names the field at fault.
 */
export function hashSignedPayment(scope: SignedPaymentScope, payment: SignedPayment): Hex {
  const separator = hashDomain({
    ...SIGNED_PAYMENT_DOMAIN,
    chainId: scope.chainId,
    verifyingContract: scope.contract,
  }).slice(2)
  const reference = hashWords(referenceWords(payment.reference).slice(64, 64 + 2 * REFERENCE_BYTES))
  const struct = hashWords(PAYMENT_TYPEHASH + paymentWords(payment, reference))
  return `0x${hashWords(`1901${separator}${struct}`)}`
}

/**
 * Returns the deadline in an EIP-2612 permit: the payment's deadline in the low 40 bits, and the payment's hash in the others.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError, which names the field at fault.
 */
export function permitDeadlineOf(scope: SignedPaymentScope, payment: SignedPayment): bigint {
  const hash = BigInt(hashSignedPayment(scope, payment))
  return hash - (hash & BigInt(MAX_DEADLINE_S)) + BigInt(payment.deadlineS)
}

/**
 * Returns EIP-712's hash of a domain, which a token returns as its `DOMAIN_SEPARATOR`.
 *
 * @throws InvalidAddressError or MalformedValueError, which names the field at fault.
 */
export function hashDomain(domain: TypedDataDomain): Hex {
  const fields = domainFields(domain)
  const type = `EIP712Domain(${fields.map((field) => `${field.type} ${field.name}`).join()})`
  const words = [
    hashText(type),
    hashText(domain.name),
    domain.version === undefined ? '' : hashText(domain.version),
    domain.chainId === undefined ? '' : uintWord(BigInt(domain.chainId), 'chainId'),
    addressWord(domain.verifyingContract, 'verifyingContract'),
    domain.salt === undefined ? '' : domain.salt.slice(2),
  ]
  return `0x${hashWords(words.join(''))}`
}

const PAYMENT_TYPEHASH = hashText(
  `Payment(${PAYMENT_FIELDS.map(({ name, type }) => `${type} ${name}`).join()})`,
)

function hashText(text: string): string {
  return bytesToHex(keccak_256(utf8ToBytes(text)))
}

function hashWords(words: string): string {
  return bytesToHex(keccak_256(hexToBytes(words)))
}
