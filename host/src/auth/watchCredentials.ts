import type { Context } from '../context.ts'
import { type Caller, principalOf } from './caller.ts'
import { CallerRefusedError } from './errors.ts'

/** A credential change by another host is seen within this time. */
const INTERVAL_MS = 15_000

/**
 * The inputs of the watch: `onChange` calls back after credentials were changed on this host, and returns a function
 * that ends that.
 */
export type CredentialWatchContext = Pick<Context, 'log'> & {
  onChange(listener: () => void): () => void
}

/** Watches the credentials of calls that stay open. */
export type CredentialWatch = {
  /**
   * Watches a caller's credential from now on; `authenticate` proves it again, as the call did. Open calls of one
   * credential share a check.
   */
  watch(caller: Caller, authenticate: () => Promise<unknown>): Watching
}

/** `signal` aborts when the credential is refused; `release` ends the watching. */
export type Watching = { signal: AbortSignal; release: () => void }

/**
 * Checks every watched credential each 15 seconds, and at once after a change on this host. While the database does not
 * respond, no credential is refused. Nothing runs while nothing is watched.
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
  let isLooking = false
  let isOutdated = false
  const look = async (): Promise<void> => {
    isOutdated = true
    if (isLooking) return
    isLooking = true
    while (isOutdated && !isEnded) {
      isOutdated = false
      if (!(await isRefused(context, authenticate))) continue
      end()
      refused.abort()
    }
    isLooking = false
  }
  const timer = setInterval(look, INTERVAL_MS)
  const stopListening = context.onChange(look)
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
    if (error instanceof CallerRefusedError) return true
    log.warn({ err: error }, 'Failed to check the credential of an open stream')
    return false
  }
}

/** A client ID opens a stream for the origin that it came from. */
function keyOf(caller: Caller): string {
  const origin = caller.credential === 'clientId' ? caller.origin : ''
  return [caller.credential, principalOf(caller), origin].join(' ')
}
