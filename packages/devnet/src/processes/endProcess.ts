import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** The time between SIGTERM and SIGKILL. */
const TERM_TIMEOUT_MS = 12_000

/**
 * Ends a child and waits for its exit: SIGTERM first, then SIGKILL after the timeout. Does nothing if the process has already
 * exited.
 */
export async function endProcess(child: ChildProcess, timeoutMs = TERM_TIMEOUT_MS): Promise<void> {
  const isOver = child.exitCode !== null || child.signalCode !== null
  if (isOver || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await ended
  clearTimeout(timer)
}
