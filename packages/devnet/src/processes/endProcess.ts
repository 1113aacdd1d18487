import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** How long a process may take to end after SIGTERM before it is killed. */
const TERM_TIMEOUT_MS = 12_000

/** Ends a child and waits until it is gone: SIGTERM first, SIGKILL when that does not help. Harmless when it has ended. */
export async function endProcess(child: ChildProcess, timeoutMs = TERM_TIMEOUT_MS): Promise<void> {
  const isOver = child.exitCode !== null || child.signalCode !== null
  if (isOver || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await ended
  clearTimeout(timer)
}
