import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Ends processes and removes directories and files when this process dies in whatever way, SIGKILL included, or when it is
 * disposed. What was released before is left alone.
 */
export type Janitor = Disposable & {
  /** Returns the release: call it once the process has been seen to end. */
  guardProcess(pid: number): () => void
  /** Removes a directory or file. Returns the release: call it once the path has been removed. */
  guardPath(path: string): () => void
}

/**
 * Starts the janitor: a small process in a session of its own, so that Ctrl-C in a terminal does not reach it, which
 * waits for the end of a pipe that only this process holds.
 */
export function startJanitor(): Janitor {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./janitor.ts'))], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  // Nothing can be done when the janitor itself was killed; a write to it must not end this process.
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
