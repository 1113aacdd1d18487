import { normalizeOrigin } from '@secure-payment/core/api'
import type { Text } from '../../text/text.ts'
import { splitLines } from '../../ui/readForm.ts'

/** As many as the API takes. */
const MAX_DOMAINS = 10

/** The origins of a text with one a line, in the form that the API stores; `problem` says what is wrong, null when nothing is. */
export type CheckedDomains = {
  readonly origins: readonly string[]
  readonly problem: string | null
}

/**
 * Reads the allowed domains of a client ID. A bare domain such as `shop.example.com` is taken as https, and the developer's own
 * machine as http, which is what it speaks.
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

/** What browsers take for the machine itself, perhaps with a port. */
const OWN_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\/?$/i

function withScheme(line: string): string {
  if (line.includes('://')) return line
  return OWN_MACHINE.test(line) ? `http://${line}` : `https://${line}`
}
