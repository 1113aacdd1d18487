import { type ChildProcess, spawn } from 'node:child_process'
import { StartError } from '../errors.ts'
import { endProcess } from '../processes/endProcess.ts'
import type { Janitor } from '../processes/startJanitor.ts'
import { hostFile } from './hostFile.ts'
import { type RunningHost, waitUntilReady } from './runningHost.ts'

/** Options for the host process. */
export type HostProcessOptions = {
  url: string
  /** The host's `PAY_*` variables. */
  environment: Record<string, string>
  janitor: Janitor
  /** Called after a new process has replaced the old one. */
  onRestart: () => void
  /** Called with the host's output once it is ready; a start error quotes the earlier output. */
  onOutput: (text: string) => void
}

/** The maximum length of the kept output, in UTF-16 units. */
const OUTPUT_KEPT = 64_000
/** The devnet no longer restarts the process after this many consecutive exits before it was ready. */
const MAX_FAILED_STARTS = 5

/** The watched process; `startedAtMs` is in unix milliseconds. The process is ready once it has written its URL. */
type Watched = { child: ChildProcess; startedAtMs: number; wasReady: boolean }

/**
 * Starts the host in its own process and waits until it is ready. If the process dies later, for example because a test kills it, the
 * devnet restarts it with the same port and database. Throws StartError, with the output, when the first start fails.
 */
export async function startHostProcess(options: HostProcessOptions): Promise<RunningHost> {
  const { url, janitor } = options
  let output = ''
  let restarts = 0
  let failedStarts = 0
  let problem: StartError | null = null
  let phase: 'starting' | 'running' | 'stopping' = 'starting'
  const gaveUp = Promise.withResolvers<StartError>()
  let current: Watched = launch()

  function launch(): Watched {
    const watched = watch(spawnHost(options.environment))
    follow(watched.child, janitor, {
      onOutput(chunk) {
        output = (output + chunk.toString()).slice(-OUTPUT_KEPT)
        watched.wasReady ||= chunk.includes(url)
        if (phase === 'running') options.onOutput(chunk.toString())
      },
      onError: (cause) => fail(`could not be started (${cause.message})`),
      onEnd: (code, signal) => onEnd(watched, code, signal),
    })
    return watched
  }

  function onEnd(ended: Watched, code: number | null, signal: NodeJS.Signals | null): void {
    if (phase === 'stopping') return
    const isFailedStart = signal === null && !ended.wasReady
    failedStarts = isFailedStart ? failedStarts + 1 : 0
    if (phase === 'starting') fail(`ended with ${signal ?? `code ${code}`} at its start`)
    else if (failedStarts >= MAX_FAILED_STARTS) fail(`exited ${failedStarts} times while starting`)
    else {
      restarts += 1
      current = launch()
      options.onRestart()
    }
  }

  function fail(sentence: string): void {
    problem ??= new StartError({ what: 'The host', problem: sentence, output })
    gaveUp.resolve(problem)
  }

  const ready = () => waitUntilReady(url, () => ({ problem, startedAtMs: current.startedAtMs }))
  const stop = async () => {
    phase = 'stopping'
    await endProcess(current.child)
  }
  try {
    await ready()
  } catch (error) {
    await stop()
    throw error
  }
  phase = 'running'

  return {
    url,
    get pid() {
      return current.child.pid ?? 0
    },
    get restarts() {
      return restarts
    },
    ready,
    kill: (signal = 'SIGKILL') => killAndWait(current.child, signal).then(ready),
    output: () => output,
    gaveUp: gaveUp.promise,
    [Symbol.asyncDispose]: stop,
  }
}

function watch(child: ChildProcess): Watched {
  return { child, startedAtMs: Date.now(), wasReady: false }
}

/** Forwards a process's events to the listener until the process ends; the janitor guards the process until then. */
function follow(
  child: ChildProcess,
  janitor: Janitor,
  listener: {
    onOutput(chunk: Buffer): void
    onError(cause: Error): void
    onEnd(code: number | null, signal: NodeJS.Signals | null): void
  },
): void {
  const release = child.pid === undefined ? () => {} : janitor.guardProcess(child.pid)
  child.stdout?.on('data', listener.onOutput)
  child.stderr?.on('data', listener.onOutput)
  child.once('error', listener.onError)
  // 'close' comes after the last output, which an error must quote.
  child.once('close', (code, signal) => {
    release()
    listener.onEnd(code, signal)
  })
}

async function killAndWait(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill(signal)
  await closed
}

function spawnHost(environment: Record<string, string>): ChildProcess {
  // `environment` already contains the shell settings that may reach this host.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PAY_'))
  return spawn(process.execPath, ['--conditions=@secure-payment/source', hostFile('main')], {
    env: { ...Object.fromEntries(inherited), ...environment },
    // The host runs in its own session, so that Ctrl-C in the terminal reaches only this process, which then shuts the host down.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
