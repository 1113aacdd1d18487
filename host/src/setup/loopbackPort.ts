const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Returns the port of an `http:` URL on this machine, or '' if it names none; null for any other URL, such as a proxy's. */
export function loopbackPort(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, hostname, port } = new URL(url)
  return protocol === 'http:' && LOOPBACK_NAMES.has(hostname) ? port : null
}
