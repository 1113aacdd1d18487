import { timingSafeEqual } from 'node:crypto'
import type { DataSealer } from '../../dataSealer.ts'
import { isUuid } from '../../payers/createUuid.ts'

/** Pages of the sandbox, each with its own keys. */
export type SandboxPage = 'kyc' | 'agreement'

/** 128 bits of an HMAC: a key cannot be guessed. */
const MAC_DIGITS = 32

/** Returns the key of a payer's page, whose holder may see the page and press its buttons. The key is derived, not stored. */
export function pageKey(sealer: DataSealer, page: SandboxPage, payerId: string): string {
  return `${payerId}.${sealer.digests(purposeOf(page), payerId)[0].slice(0, MAC_DIGITS)}`
}

/** Returns the payer whose page a key opens, derived with any of this host's data keys; null if there is none. */
export function payerOfKey(sealer: DataSealer, page: SandboxPage, key: string): string | null {
  const [payerId = '', mac = '', ...others] = key.split('.')
  if (others.length > 0 || !isUuid(payerId) || mac.length !== MAC_DIGITS) return null
  const isRight = sealer
    .digests(purposeOf(page), payerId)
    .some((digest) => isEqual(digest.slice(0, MAC_DIGITS), mac))
  return isRight ? payerId : null
}

function purposeOf(page: SandboxPage): string {
  return `sandbox:${page}`
}

function isEqual(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)]
  return left.length === right.length && timingSafeEqual(left, right)
}
