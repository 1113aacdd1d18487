/**
 * Converts a web origin to the form that browsers send as `Origin`: lower case, no default port, no trailing slash. Returns null for
 * anything else, such as another scheme, a path, an invalid host, or http to a host other than localhost, 127.0.0.1 and [::1]. Stored
 * origins have this form, so the host compares a request's header as a string and never parses it.
 */
export function normalizeOrigin(text: string): string | null {
  if (text.length > MAX_ORIGIN_LENGTH) return null
  const match = ORIGIN.exec(text.toLowerCase())
  if (match === null) return null
  const [, scheme = '', host = '', portText] = match
  if (NUMERIC_ENDING.test(host) && !IPV4.test(host)) return null
  if (scheme === 'http' && !LOOPBACK_HOSTS.has(host)) return null
  if (portText === undefined) return `${scheme}://${host}`
  const port = Number(portText)
  if (port === 0 || port > MAX_PORT) return null
  return port === DEFAULT_PORTS[scheme] ? `${scheme}://${host}` : `${scheme}://${host}:${port}`
}

/** A DNS name has at most 253 characters; the scheme, the port and a slash need more. */
const MAX_ORIGIN_LENGTH = 270
const MAX_PORT = 65_535
const DEFAULT_PORTS: { readonly [scheme: string]: number } = { http: 80, https: 443 }
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Browsers parse a host whose last label is a number as IPv4, even in octal and hex. `IPV4` matches only the plain decimal form. */
const NUMERIC_ENDING = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4}$/

/** Host: DNS labels (international names in punycode) or IPv4, or the IPv6 loopback address. */
const ORIGIN =
  /^(https?):\/\/([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|\[::1\])(?::(\d{1,5}))?\/?$/
