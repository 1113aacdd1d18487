import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTemporaryFolder } from './temporaryFolder.ts'

/** The functions of a child process by name, with JSON input and output. */
export type Calls = Record<string, (...input: never[]) => unknown>

/** A bench process. Disposing ends it. */
export type Child<C extends Calls> = AsyncDisposable & {
  /** Runs one of the child's functions. Rejects with the function's error; also rejects when the child has ended, or after a minute. */
  call<N extends keyof C & string>(
    name: N,
    ...input: Parameters<C[N]>
  ): Promise<Awaited<ReturnType<C[N]>>>
}

/** A message from `serveParent`. */
export type Answer = { id: number; result?: unknown; error?: string }

const CALL_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000
/** The maximum length, in UTF-16 units, of a dead child's log in the error message. */
const LOG_SHOWN = 2_000

/**
 * Starts a file from `tests/bench/children` and resolves once the child accepts calls. With BENCH_CPU_PROF=<folder>, the child writes a CPU
 * profile to that folder when it ends.
 */
export async function startChild<C extends Calls>(
  file: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Child<C>> {
  const profiles = process.env['BENCH_CPU_PROF']
  const profiling = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}/${file}`] : []
  const logs = createTemporaryFolder()
  const logPath = join(logs.path, 'stderr')
  const logFile = openSync(logPath, 'w')
  const child = fork(fileURLToPath(new URL(`../children/${file}.ts`, import.meta.url)), {
    execArgv: ['--conditions=@secure-payment/source', ...profiling],
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...env },
    // The child logs to a file, which costs as much as a real service's logging.
    stdio: ['ignore', 'ignore', logFile, 'ipc'],
  })
  closeSync(logFile)
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  const ended = once(child, 'exit').then(() => {
    const output = readFileSync(logPath, 'utf8').slice(-LOG_SHOWN)
    for (const { reject } of pending.values()) reject(new Error(`${file} has ended:\n${output}`))
    logs[Symbol.dispose]()
  })
  child.on('message', (answer: Answer) => {
    const waiting = pending.get(answer.id)
    pending.delete(answer.id)
    if (answer.error === undefined) waiting?.resolve(answer.result)
    else waiting?.reject(new Error(`${file}: ${answer.error}`))
  })
  let lastId = 0
  const send = (name: string, input: readonly unknown[]): Promise<unknown> => {
    lastId += 1
    const waiting = Promise.withResolvers<unknown>()
    pending.set(lastId, waiting)
    child.send({ id: lastId, name, input })
    return within(waiting.promise, `${file}.${name}`)
  }
  const ready = Promise.withResolvers<unknown>()
  pending.set(0, ready)
  await within(ready.promise, `${file} to start`)
  return {
    // This bench owns both ends of the channel: a call's result is its function's return value.
    call: (name, ...input) => send(name, input) as never,
    [Symbol.asyncDispose]: () => endChild(child, ended),
  }
}

async function endChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}

async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    const error = new Error(`Waited ${CALL_TIMEOUT_MS} ms for ${what}.`)
    timer = setTimeout(reject, CALL_TIMEOUT_MS, error)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
