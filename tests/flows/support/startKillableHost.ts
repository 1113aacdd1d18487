import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { findFreePort, hostFile } from '@secure-payment/devnet'
import { waitFor } from './waitFor.ts'

/** A host in its own process, which is restarted after every kill. */
export type KillableHost = AsyncDisposable & {
  url: string
  readonly pid: number
  /** Resolves when the host responds. */
  ready(): Promise<void>
  /** Kills the host with SIGKILL; resolves when its successor has been started. */
  kill(): Promise<void>
  /** Returns the newest part of the host's log. */
  output(): string
}

const READY_MS = 60_000
const OUTPUT_KEPT = 200_000

/** Starts a host with the given `PAY_*` variables, and waits until it responds. */
export async function startKillableHost(env: Record<string, string>): Promise<KillableHost> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  let output = ''
  let child = launch()

  function launch(): ChildProcess {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PAY_'))
    const started = spawn(
      process.execPath,
      ['--conditions=@secure-payment/source', hostFile('main')],
      {
        env: {
          ...Object.fromEntries(inherited),
          ...env,
          PAY_PORT: String(port),
          PAY_BASE_URL: url,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT_KEPT)
    }
    // If a test run ended early, the process would otherwise run forever.
    const guard = () => void started.kill('SIGKILL')
    process.once('exit', guard)
    started.once('close', () => void process.off('exit', guard))
    started.stdout?.on('data', keep)
    started.stderr?.on('data', keep)
    return started
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'close')
    child.kill(signal)
    await ended
  }

  const ready = async () => {
    await waitFor(
      'the host to answer',
      async () => {
        if (child.exitCode !== null) throw new Error(`The host ended unexpectedly: ${output}`)
        const answer = await fetch(`${url}/readyz`).catch(() => null)
        return answer?.ok ? true : null
      },
      READY_MS,
    )
  }
  await ready()
  return {
    url,
    get pid() {
      return child.pid ?? 0
    },
    ready,
    async kill() {
      await end('SIGKILL')
      child = launch()
    },
    output: () => output,
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  }
}
