import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../errors.ts'

/** The devnet's host, as a process of its own or in this one. */
export type RunningHost = AsyncDisposable & {
  url: string
  /** Changes when the process was restarted. */
  readonly pid: number
  /** How often the process died unexpectedly and was started again. */
  readonly restarts: number
  /** Resolves when it answers. Throws StartError when it does not, or has been given up. */
  ready(): Promise<void>
  /** Kills the process (SIGKILL unless told) and resolves when its successor answers. Throws StartError, NotAProcessError. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** The newest part of what it wrote, for an error message or a failed test. */
  output(): string
  /** Resolves with the reason when it died so often that it is not started any more. */
  gaveUp: Promise<StartError>
}

/** How long a host may take until it answers, migrations included, on a busy machine. */
const READY_TIMEOUT_MS = 60_000
const READY_POLL_MS = 25

/** Waits until `/readyz` answers 200; `findProblem` ends the wait early with what went wrong. */
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
