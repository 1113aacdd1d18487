import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** The number of groups in an IPv6 address that identify a network; the other half belongs to one subscriber. */
const NETWORK_GROUPS = 4

/**
 * Returns a call's source address, under which limits count it. `X-Forwarded-For` is trusted for exactly as many hops as there are
 * trusted proxies; the caller may have written all entries further left. An IPv6 address counts as its /64, and an IPv4-mapped one as the
 * IPv4 address. Text that is not an address is skipped, and the next hop towards this host counts.
 */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: number,
): string {
  const peer = normalizeAddress(request.socket.remoteAddress ?? '') ?? 'unknown'
  if (trustedProxies === 0) return peer
  const header = request.headers['x-forwarded-for']
  const hops = header === undefined ? [] : String(header).split(',')
  for (const hop of hops.slice(-trustedProxies)) {
    const address = normalizeAddress(hop)
    if (address !== null) return address
  }
  return peer
}

const MAPPED = '::ffff:'

/** Normalises an address that may have a port, brackets and a zone; null if the text is not an address. */
export function normalizeAddress(text: string): string | null {
  const bare = withoutPort(text.trim())
  // The usual case, an IPv4 peer, needs no parsing: the socket writes the address with or without `::ffff:`.
  const plain = bare.startsWith(MAPPED) ? bare.slice(MAPPED.length) : bare
  if (ipaddr.IPv4.isValidFourPartDecimal(plain)) return plain
  if (!ipaddr.IPv6.isValid(bare)) return null
  const address = ipaddr.IPv6.parse(bare)
  return address.isIPv4MappedAddress() ? String(address.toIPv4Address()) : networkOf(address)
}

/** Some proxies write `[2001:db8::1]:443` and `203.0.113.7:443`. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)
  const bare = bracketed?.[1] ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return bare.replace(/%.*$/, '')
}

function networkOf({ parts }: ipaddr.IPv6): string {
  const groups = parts.slice(0, NETWORK_GROUPS).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}
