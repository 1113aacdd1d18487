import type { Context } from '../context.ts'
import { type Caller, principalOf } from './caller.ts'
import { CallerRefusedError } from './errors.ts'
import { ScopeMissingError } from './guardScope.ts'

/** The time within which the host detects a credential change by another host. */
const INTERVAL_MS = 15_000

/**
 * The dependencies of the watch. `onChange` subscribes to credential changes on this host, and returns a function that unsubscribes.
 */
export type CredentialWatchContext = Pick<Context, 'log'> & {
  onChange(listener: () => void): () => void
}

/** Watches the credentials of long-lived calls. */
export type CredentialWatch = {
  /**
   * Watches a caller's credential from now on; `authenticate` checks it again in the same way as for the call. Open
   * calls with one credential share a check.
   */
  watch(caller: Caller, authenticate: () => Promise<unknown>): Watching
}

/** `signal` aborts when the credential is rejected; `release` ends the watch. */
type Watching = { signal: AbortSignal; release: () => void }

/**
 * Checks every watched credential every 15 seconds, and at once after a change on this host. While the database does
 * not respond, no credential is rejected. Nothing runs while no credential is watched.
 */
export function createCredentialWatch(context: CredentialWatchContext): CredentialWatch {
  const watched = new Map<string, Watched>()
  return {
    watch(caller, authenticate) {
      const key = keyOf(caller)
      const one = watched.get(key) ?? begin(context, authenticate, () => watched.delete(key))
      watched.set(key, one)
      one.calls += 1
      return {
        signal: one.refused.signal,
        release: () => {
          one.calls -= 1
          if (one.calls === 0) one.end()
        },
      }
    },
  }
}

type Watched = { readonly refused: AbortController; calls: number; readonly end: () => void }

function begin(
  context: CredentialWatchContext,
  authenticate: () => Promise<unknown>,
  forget: () => void,
): Watched {
  const refused = new AbortController()
  let isEnded = false
  const end = (): void => {
    if (isEnded) return
    isEnded = true
    clearInterval(timer)
    stopListening()
    forget()
  }
  let isChecking = false
  let isOutdated = false
  const check = async (): Promise<void> => {
    isOutdated = true
    if (isChecking) return
    isChecking = true
    while (isOutdated && !isEnded) {
      isOutdated = false
      if (!(await isRefused(context, authenticate))) continue
      end()
      refused.abort()
    }
    isChecking = false
  }
  const timer = setInterval(check, INTERVAL_MS)
  const stopListening = context.onChange(check)
  return { refused, calls: 0, end }
}

async function isRefused(
  { log }: Pick<Context, 'log'>,
  authenticate: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await authenticate()
    return false
  } catch (error) {
    if (error instanceof CallerRefusedError || error instanceof ScopeMissingError) return true
    log.warn({ err: error }, 'Failed to check the credential of an open stream')
    return false
  }
}

/** A client ID's stream is bound to the origin that opened it, and a person's to their session. */
function keyOf(caller: Caller): string {
  if ('sessionId' in caller) return `${caller.credential} ${caller.sessionId}`
  const origin = caller.credential === 'clientId' ? (caller.origin ?? '') : ''
  return [caller.credential, principalOf(caller), origin].join(' ')
}
