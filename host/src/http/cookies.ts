import type { IncomingHttpHeaders } from 'node:http'
import {
  CLEARED_SESSION_COOKIE,
  formatSessionCookie,
  readSessionCookie,
} from '../auth/sessionCookie.ts'

/** Gives an action access to the session cookie. A cookie that the action sets is sent only with a successful response. */
export type Cookies = {
  /** The cookie value that the call sent, unverified; null if the value is missing or malformed. */
  session: string | null
  /** `maxAgeS`: the number of seconds after which the browser deletes the cookie; null keeps it until the browser closes. */
  setSession(value: string, maxAgeS: number | null): void
  clearSession(): void
}

/** Opens one call's cookies; `headers()` returns the cookie headers of its response. */
export function openCookies(
  headers: IncomingHttpHeaders,
): Cookies & { headers(): Readonly<Record<string, string>> } {
  const sent = readSessionCookie(headers.cookie)
  let change: string | null = null
  return {
    session: sent.kind === 'value' ? sent.value : null,
    setSession(value, maxAgeS) {
      change = formatSessionCookie(value, maxAgeS)
    },
    clearSession() {
      change = CLEARED_SESSION_COOKIE
    },
    headers: () => (change === null ? {} : { 'set-cookie': change }),
  }
}
