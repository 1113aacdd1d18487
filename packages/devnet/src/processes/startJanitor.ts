import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

/**
 * Ends processes and removes directories and files when this process dies in any way, including SIGKILL, or when the janitor is disposed.
 * Does not touch released processes and paths.
 */
export type Janitor = Disposable & {
  /** Returns the release function: call it once the process has ended. */
  guardProcess(pid: number): () => void
  /** Removes a directory or file. Returns the release function: call it once the path has been removed. */
  guardPath(path: string): () => void
}

/**
 * Starts a janitor. All janitors of this process write to one small program in its own session, which Ctrl-C in a terminal does not reach.
 * The program waits for the end of its input, a pipe from this process.
 */
export function startJanitor(): Janitor {
  program ??= startProgram()
  const { write } = program
  const guarded = new Set<string>()

  function guard(kind: 'pid' | 'path', value: string): () => void {
    const key = `${kind} ${value}`
    guarded.add(key)
    write(`+ ${key}\n`)
    return () => {
      guarded.delete(key)
      write(`- ${key}\n`)
    }
  }

  return {
    guardProcess: (pid) => guard('pid', String(pid)),
    guardPath: (path) => guard('path', path),
    [Symbol.dispose]() {
      for (const key of guarded) write(`! ${key}\n`)
      guarded.clear()
    },
  }
}

/** Each start takes as long as the start of Node, so one program runs until this process ends. */
let program: { write(line: string): void } | null = null

function startProgram(): { write(line: string): void } {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./janitor.ts'))], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // The program must not keep this process alive.
  child.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
  // The next janitor starts another program. A write to a killed program must not end this process.
  const forget = (): void => {
    program = null
  }
  child.on('error', forget)
  child.once('exit', forget)
  child.stdin.on('error', () => {})
  return { write: (line) => void child.stdin.write(line) }
}
