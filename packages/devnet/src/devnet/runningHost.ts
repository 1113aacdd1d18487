import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../errors.ts'

/** The devnet's host, in its own process or in this one. */
export type RunningHost = AsyncDisposable & {
  url: string
  /** The process id; it changes when the process restarts. */
  readonly pid: number
  /** The number of times that the devnet restarted the process after an unexpected exit. */
  readonly restarts: number
  /**
   * Resolves when the host responds. Throws StartError if the host does not respond, or has exited so often that the devnet no longer
   * restarts it.
   */
  ready(): Promise<void>
  /** Kills the process (SIGKILL by default) and resolves when the new process responds. Throws StartError, NotAProcessError. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Returns the newest part of the host's output, for an error message or a failed test. */
  output(): string
  /** Resolves with the reason when the devnet no longer restarts the process. */
  gaveUp: Promise<StartError>
}

/** The timeout for the first response of a host's process on a busy machine, including migrations. */
const READY_TIMEOUT_MS = 60_000
const READY_POLL_MS = 25

/** The state of the host's current process. `startedAtMs` is in unix milliseconds. */
type Progress = { problem: StartError | null; startedAtMs: number }

/**
 * Waits until `/readyz` returns 200; throws `problem` at once if `progressOf` returns one. Each process of the host has READY_TIMEOUT_MS
 * from its start, after which this throws StartError. A host that is restarted several times on a slow machine needs longer in total.
 */
export async function waitUntilReady(
  url: string,
  progressOf: () => Progress = () => ({ problem: null, startedAtMs: 0 }),
): Promise<void> {
  const calledAtMs = Date.now()
  let last = 'nothing listens'
  for (;;) {
    const { problem, startedAtMs } = progressOf()
    if (problem) throw problem
    if (Date.now() >= Math.max(calledAtMs, startedAtMs) + READY_TIMEOUT_MS) break
    const answer = await ask(`${url}/readyz`)
    if (answer === 'ready') return
    last = answer
    await wait(READY_POLL_MS)
  }
  throw new StartError({
    what: 'The host',
    problem: `was not ready in ${READY_TIMEOUT_MS} ms: ${last}`,
  })
}

async function ask(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    const text = await response.text()
    return response.status === 200 ? 'ready' : `${response.status} ${text.slice(0, 300)}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
