import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostFile } from '@secure-payment/devnet'
import { API_KEY } from '../../support/testHost.ts'
import { waitUntil } from '../../support/waitUntil.ts'

/** A host in a separate process, with all roles and no reachable chain. */
export type HostProcess = AsyncDisposable & {
  url: string
  child: ChildProcess
  /** Returns the latest part of the host's output on both streams. */
  output(): string
  /** Returns the exit code; null while the process runs. */
  exitCode(): number | null
}

const START_MS = 60_000
const OUTPUT_KEPT = 200_000

/** Starts a host with these settings and waits until it listens. */
export async function startHostProcess(env: Record<string, string>): Promise<HostProcess> {
  const child = spawn(process.execPath, ['--conditions=@secure-payment/source', hostFile('main')], {
    env: {
      PATH: process.env['PATH'],
      PAY_PORT: '0',
      PAY_BOOTSTRAP_API_KEY: API_KEY,
      PAY_NETWORKS: 'devnet',
      PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
      PAY_LIFI_URL: 'off',
      PAY_RATE_LIMIT_API_KEY: '0',
      PAY_LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text = (text + chunk).slice(-OUTPUT_KEPT)
    })
  }
  // A test run that ends midway would otherwise leave the process running.
  const guard = () => void child.kill('SIGKILL')
  process.once('exit', guard)
  child.once('close', () => void process.off('exit', guard))
  await waitUntil(() => text.includes('ready at') || child.exitCode !== null, START_MS)
  const url = /ready at (\S+)/.exec(text)?.[1]
  if (url === undefined) throw new Error(`The host did not start: ${text}`)
  return {
    url,
    child,
    output: () => text,
    exitCode: () => child.exitCode,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
