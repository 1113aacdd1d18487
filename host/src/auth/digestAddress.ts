import type { Sealer } from '../sealer.ts'

/** 96 bits of one digest and 160 of another, so collisions are negligible. */
export const SITE_DIGITS = 24
const ADDRESS_DIGITS = 40
/** Captures the site `2001:db8:12:` of `2001:db8:12:34::/64`. */
const SITE = /^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/

/**
 * Returns the stored form of a client's address: keyed digests in lower-case hex, of its site and of the address. The
 * site of an IPv6 address (which stands for a /64) is its /48, which one subscriber may have. The site of an IPv4
 * address is the address itself.
 */
export function digestAddress(sealer: Pick<Sealer, 'digest'>, address: string): string {
  const site = SITE.exec(address)?.[1] ?? address
  return (
    sealer.digest('address', `site ${site}`).slice(0, SITE_DIGITS) +
    sealer.digest('address', address).slice(0, ADDRESS_DIGITS)
  )
}

/** Returns the part of {@link digestAddress} that all of a site's addresses share. */
export function siteOf(addressDigest: string): string {
  return addressDigest.slice(0, SITE_DIGITS)
}
