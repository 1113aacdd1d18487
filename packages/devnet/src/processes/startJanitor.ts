import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Ends processes and removes directories and files when this process dies in any way, including SIGKILL, or when the janitor is disposed.
 * Released processes and paths stay.
 */
export type Janitor = Disposable & {
  /** Returns the release function: call it once the process has ended. */
  guardProcess(pid: number): () => void
  /** Removes a directory or file. Returns the release function: call it once the path has been removed. */
  guardPath(path: string): () => void
}

/**
 * Starts the janitor: a small process in its own session, which Ctrl-C in a terminal does not reach. It waits for the end of a pipe that
 * only this process holds.
 */
export function startJanitor(): Janitor {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./janitor.ts'))], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  // A killed janitor cannot be replaced; a write to it must not end this process.
  child.on('error', () => {})
  child.stdin.on('error', () => {})

  function guard(kind: 'pid' | 'path', value: string): () => void {
    child.stdin.write(`+ ${kind} ${value}\n`)
    return () => child.stdin.write(`- ${kind} ${value}\n`)
  }

  return {
    guardProcess: (pid) => guard('pid', String(pid)),
    guardPath: (path) => guard('path', path),
    [Symbol.dispose]: () => child.stdin.end(),
  }
}
