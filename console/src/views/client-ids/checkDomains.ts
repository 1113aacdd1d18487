import { normalizeOrigin } from '@secure-payment/core/api'
import { splitLines } from '../../readForm.ts'
import type { Text } from '../../text/text.ts'

/** The API's maximum. */
const MAX_DOMAINS = 10

/**
 * The origins from a text with one origin per line, in the form that the API stores; `problem` describes the error, or is null.
 */
export type CheckedDomains = {
  readonly origins: readonly string[]
  readonly problem: string | null
}

/**
 * Reads the allowed domains of a client ID. Reads a bare domain such as `shop.example.com` as https, and a loopback
 * host as http, which local servers usually serve.
 */
export function checkDomains(text: string, { clientIds, errors }: Text): CheckedDomains {
  const lines = splitLines(text)
  const origins: string[] = []
  for (const [index, line] of lines.entries()) {
    const origin = normalizeOrigin(withScheme(line))
    if (origin === null) return { origins, problem: clientIds.domainInvalid(index + 1, line) }
    if (!origins.includes(origin)) origins.push(origin)
  }
  if (origins.length === 0) return { origins, problem: errors.required }
  return { origins, problem: origins.length > MAX_DOMAINS ? clientIds.domainMany : null }
}

/** Loopback hosts, optionally with a port. */
const OWN_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\/?$/i

function withScheme(line: string): string {
  if (line.includes('://')) return line
  return OWN_MACHINE.test(line) ? `http://${line}` : `https://${line}`
}
