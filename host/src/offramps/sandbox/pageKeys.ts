import { timingSafeEqual } from 'node:crypto'
import type { DataSealer } from '../../dataSealer.ts'
import { isUuid } from '../../payers/createUuid.ts'

/** The sandbox's pages; each has separate keys. */
export type SandboxPage = 'kyc' | 'agreement'

/** 128 bits of an HMAC: a key cannot be guessed. */
const MAC_DIGITS = 32

/** Returns the key of a payer's page. Anyone with the key may see the page and press its buttons. The key is derived, not stored. */
export function pageKey(sealer: DataSealer, page: SandboxPage, payerId: string): string {
  return `${payerId}.${sealer.digests(purposeOf(page), payerId)[0].slice(0, MAC_DIGITS)}`
}

/** Returns the payer whose page a key opens; null if there is none. The key may be derived with any of this host's data keys. */
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
