import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../errors.ts'

/** The devnet's host, in its own process or in this one. */
export type RunningHost = AsyncDisposable & {
  url: string
  /** Changes when the process restarts. */
  readonly pid: number
  /** How often the process died unexpectedly and was restarted. */
  readonly restarts: number
  /** Resolves when the host responds. Throws StartError when it does not respond or restarts are given up. */
  ready(): Promise<void>
  /** Kills the process (SIGKILL by default) and resolves when its successor responds. Throws StartError, NotAProcessError. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** The newest part of its output, for an error message or a failed test. */
  output(): string
  /** Resolves with the reason when the process died so often that it is not restarted any more. */
  gaveUp: Promise<StartError>
}

/** Timeout for a host's first response, including migrations, on a busy machine. */
const READY_TIMEOUT_MS = 60_000
const READY_POLL_MS = 25

/** Waits until `/readyz` returns 200; `findProblem` ends the wait early with an error. */
export async function waitUntilReady(
  url: string,
  findProblem: () => StartError | null = () => null,
): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  let last = 'nothing listens'
  while (Date.now() < deadline) {
    const problem = findProblem()
    if (problem) throw problem
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
