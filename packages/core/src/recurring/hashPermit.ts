import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import type { Hex } from '../hex.ts'
import type { Keccak } from '../id.ts'
import {
  domainWords,
  type PermitDomain,
  permitWords,
  SCHEDULE_PERMIT_TYPEHASH,
  type SchedulePermit,
} from './schedulePermit.ts'

/**
 * Returns the EIP-712 digest of a permit, which the subscriber signs, and under which the contract records payments.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError naming the field at fault.
 */
export function hashPermit(
  permit: SchedulePermit,
  domain: PermitDomain,
  keccak: Keccak = keccak_256,
): Hex {
  const separator = hashWords(DOMAIN_WORDS + domainWords(domain), keccak)
  const struct = hashPermitStruct(permit, keccak).slice(2)
  return `0x${hashWords(`1901${separator}${struct}`, keccak)}`
}

/**
 * Returns EIP-712's `hashStruct` for a permit: the part of its digest that is the same on every chain.
 *
 * @throws InvalidAddressError, MalformedValueError or FeeWithoutAddressError naming the field at fault.
 */
export function hashPermitStruct(permit: SchedulePermit, keccak: Keccak = keccak_256): Hex {
  return `0x${hashWords(SCHEDULE_PERMIT_TYPEHASH.slice(2) + permitWords(permit), keccak)}`
}

/**
 * Hashes of `EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)`, of the name
 * `ERC20RecurringPaymentProxy` and of the version `1`. The tests compare whole digests with viem's.
 */
const DOMAIN_WORDS =
  '8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f' +
  '5c47955d052d4b02bb782b4e629d48888e9e063025fe53919689d19ed9f2ed91' +
  'c89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc6'

function hashWords(words: string, keccak: Keccak): string {
  return bytesToHex(keccak(hexToBytes(words)))
}
