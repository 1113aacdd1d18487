import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Groups of an IPv6 address that name a network: a subscriber has the other half to himself. */
const NETWORK_GROUPS = 4

/**
 * The address that a call came from, for counting. `X-Forwarded-For` is believed for exactly as many hops as there are trusted
 * proxies: what stands further left was written by the caller. An IPv6 address stands for its /64, an IPv4-mapped one for the
 * IPv4 address. Text that is no address is passed over for the next hop nearer to this host.
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

const IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/
const MAPPED = '::ffff:'

/** Brings an address, with or without port, brackets and zone, into the form that is counted; null when it is none. */
export function normalizeAddress(text: string): string | null {
  const trimmed = text.trim()
  // What a socket says needs no parsing, and is what almost every call brings.
  const plain = trimmed.startsWith(MAPPED) ? trimmed.slice(MAPPED.length) : trimmed
  if (IPV4.test(plain)) return ipaddr.IPv4.isValidFourPartDecimal(plain) ? plain : null
  const bare = withoutPort(trimmed)
  if (!ipaddr.isValid(bare)) return null
  const address = ipaddr.process(bare)
  if (address.kind() === 'ipv4')
    return IPV4.test(bare) || bare.includes(':') ? String(address) : null
  const groups = address.toByteArray()
  return networkOf(groups)
}

/** `[2001:db8::1]:443` and `203.0.113.7:443` are what some proxies write. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)
  const bare = bracketed?.[1] ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return bare.replace(/%.*$/, '')
}

function networkOf(bytes: readonly number[]): string {
  const groups = Array.from({ length: NETWORK_GROUPS }, (_, index) => {
    const [high = 0, low = 0] = bytes.slice(2 * index)
    return (high * 256 + low).toString(16)
  })
  return `${groups.join(':')}::/64`
}
