import { MalformedValueError } from '../errors.ts'
import { addressWord } from '../evm/address.ts'
import { assertFeeAddress } from '../evm/assertFeeAddress.ts'
import { sizeWord, uintWord } from '../evm/words.ts'
import type { Hex } from '../hex.ts'

/**
 * The permit that a payer signs once for repeated charges, as ERC20RecurringPaymentProxy declares it. Each payment transfers `amount +
 * feeAmount + relayerFee` from the subscriber, in base units of the token. Payment 1 is due at `firstPayment`, each later one
 * `periodSeconds` after the previous one, and none after `deadline`; times are in seconds since 1970. `nonce` (32 bytes) only makes the
 * permit unique; with `strictOrder` no payment may be skipped.
 */
export type SchedulePermit = {
  subscriber: string
  token: string
  recipient: string
  feeAddress: string
  amount: bigint
  feeAmount: bigint
  relayerFee: bigint
  periodSeconds: number
  firstPayment: number
  totalPayments: number
  nonce: Hex
  deadline: bigint
  strictOrder: boolean
}

/** The domain of a permit: the proxy's address and its chain. The signature covers both. */
export type PermitDomain = { chainId: number; contract: string }

/** The members of the EIP-712 type, in the order that is signed and encoded. */
export const SCHEDULE_PERMIT_FIELDS = [
  { name: 'subscriber', type: 'address' },
  { name: 'token', type: 'address' },
  { name: 'recipient', type: 'address' },
  { name: 'feeAddress', type: 'address' },
  { name: 'amount', type: 'uint128' },
  { name: 'feeAmount', type: 'uint128' },
  { name: 'relayerFee', type: 'uint128' },
  { name: 'periodSeconds', type: 'uint32' },
  { name: 'firstPayment', type: 'uint32' },
  { name: 'totalPayments', type: 'uint8' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
  { name: 'strictOrder', type: 'bool' },
] as const satisfies readonly { name: keyof SchedulePermit; type: string }[]

/**
 * keccak-256 of the EIP-712 type `SchedulePermit(address subscriber,...,bool strictOrder)`, as in Request Network's deployed proxies. This
 * project's contract and those proxies therefore hash a permit's members in the same way.
 */
export const SCHEDULE_PERMIT_TYPEHASH: Hex =
  '0x3e691a1c66178d267f01c56f85dc2647a09aabeafc8f5c5d40d6021b0b2a6d03'

/** The maximum of the contract's `uint128`, which also limits the sum of one payment's amounts. */
export const MAX_UINT128 = 2n ** 128n - 1n

/** The maximum of the contract's `uint32`; as a time, 7 February 2106. */
export const MAX_UINT32 = 2 ** 32 - 1

/** The maximum number of payments per permit: the contract counts them in a `uint8`, from 1. */
export const MAX_PERMIT_PAYMENTS = 255

/**
 * Returns the 13 ABI words of a permit, which EIP-712 also hashes after the type's hash.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError naming the field at fault.
 */
export function permitWords(permit: SchedulePermit): string {
  const words =
    addressWord(permit.subscriber, 'subscriber') +
    addressWord(permit.token, 'token') +
    addressWord(permit.recipient, 'recipient') +
    addressWord(permit.feeAddress, 'feeAddress') +
    unitsWord(permit.amount, 'amount') +
    unitsWord(permit.feeAmount, 'feeAmount') +
    unitsWord(permit.relayerFee, 'relayerFee') +
    countWord(permit.periodSeconds, 'periodSeconds', 0, MAX_UINT32) +
    countWord(permit.firstPayment, 'firstPayment', 0, MAX_UINT32) +
    countWord(permit.totalPayments, 'totalPayments', 1, MAX_PERMIT_PAYMENTS) +
    bytes32Word(permit.nonce, 'nonce') +
    uintWord(permit.deadline, 'deadline') +
    boolWord(permit.strictOrder, 'strictOrder')
  assertFeeAddress(permit.feeAmount, permit.feeAddress)
  // The contract adds the amounts in a uint128, and an overflow would make every payment revert.
  const sum = permit.amount + permit.feeAmount + permit.relayerFee
  unitsWord(sum, 'amount', 'amount + feeAmount + relayerFee')
  return words
}

/**
 * Returns the ABI words of a permit's chain and contract.
 *
 * @throws InvalidAddressError or MalformedValueError, which names the field at fault.
 */
export function domainWords({ chainId, contract }: PermitDomain): string {
  return (
    countWord(chainId, 'chainId', 1, Number.MAX_SAFE_INTEGER) + addressWord(contract, 'contract')
  )
}

/**
 * Returns the ABI word of a whole number within a range, such as a payment's index.
 *
 * @throws MalformedValueError naming the field.
 */
export function countWord(count: number, field: string, min: number, max: number): string {
  if (!Number.isInteger(count) || count < min || count > max)
    throw new MalformedValueError({
      what: field,
      expected: `a whole number from ${min} to ${max}`,
      actual: count,
      field,
    })
  return sizeWord(count)
}

/**
 * Returns the ABI word of 32 bytes given as `0x` and 64 hex digits; lower case, without `0x`.
 *
 * @throws MalformedValueError naming the field.
 */
export function bytes32Word(bytes: Hex, field: string): string {
  if (typeof bytes !== 'string' || !BYTES32.test(bytes))
    throw new MalformedValueError({
      what: field,
      expected: '"0x" and 64 hex digits',
      actual: bytes,
      field,
    })
  return bytes.slice(2).toLowerCase()
}

const BYTES32 = /^0x[0-9a-fA-F]{64}$/

function unitsWord(units: bigint, field: string, what: string = field): string {
  if (typeof units !== 'bigint' || units < 0n || units > MAX_UINT128)
    throw new MalformedValueError({
      what,
      expected: 'a bigint from 0 to 2^128 - 1',
      actual: units,
      field,
    })
  return uintWord(units, field)
}

function boolWord(fact: boolean, field: string): string {
  if (typeof fact !== 'boolean')
    throw new MalformedValueError({ what: field, expected: 'true or false', actual: fact, field })
  return sizeWord(fact ? 1 : 0)
}
