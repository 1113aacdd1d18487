import { createHash } from 'node:crypto'
import type { Currency } from '../src/networks/currencies.ts'

/** A version of the token list, in the format of `@uniswap/token-lists`. */
export type Version = { major: number; minor: number; patch: number }

/** The last published list, against which `nextRelease` decides whether the major, minor or patch number changes. */
export type Manifest = {
  version: Version
  /** Creation time of this version, ISO 8601. */
  timestamp: string
  /** The digest of the whole list, in its order. */
  sha256: string
  /** For each id, a digest of the data that payments rely on: chain, address, hash, type and decimals. */
  currencies: Readonly<Record<string, string>>
}

const DIGEST_LENGTH = 16

/**
 * Returns the manifest of a list that replaces the previous one. A removed or redefined currency increments the major number, a new one the
 * minor, any other change the patch. If the list has not changed, returns the previous manifest.
 */
export function nextRelease(before: Manifest, list: readonly Currency[], now: Date): Manifest {
  const sha256 = sha256Of(JSON.stringify(list))
  if (sha256 === before.sha256) return before
  const currencies = Object.fromEntries(list.map((entry) => [entry.id, digestOf(entry)]))
  return {
    version: nextVersion(before, currencies),
    timestamp: now.toISOString(),
    sha256,
    currencies,
  }
}

function nextVersion(before: Manifest, currencies: Manifest['currencies']): Version {
  const { major, minor, patch } = before.version
  const isBroken = Object.entries(before.currencies).some(([id, old]) => currencies[id] !== old)
  if (isBroken) return { major: major + 1, minor: 0, patch: 0 }
  const isLonger = Object.keys(currencies).length > Object.keys(before.currencies).length
  if (isLonger) return { major, minor: minor + 1, patch: 0 }
  return { major, minor, patch: patch + 1 }
}

function digestOf({ chainId, address, hash, type, decimals }: Currency): string {
  return sha256Of([chainId, address, hash, type, decimals].join(' ')).slice(0, DIGEST_LENGTH)
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
