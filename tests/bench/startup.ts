import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Network, networks } from '@secure-payment/core/networks'
import { variableSuffix } from '../../host/src/networkSettings.ts'
import type { RpcStubCalls } from './children/rpcStub.ts'
import { median } from './measure.ts'
import { atMost, type Row } from './report.ts'
import { hostSettings } from './support/hostSettings.ts'
import { startChild } from './support/startChild.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

const ROUNDS = 5
const IDLE_MS = 3_000
const READY_TIMEOUT_MS = 30_000
/** The baseline is plain JavaScript, so that its start does not include removing types. */
const EXPRESS = `
  import express from 'express'
  const app = express()
  app.get('/', (_request, response) => response.end('ok'))
  app.listen(0, '127.0.0.1', () => console.log('ready'))
`
const folderOfTests = fileURLToPath(new URL('..', import.meta.url))
const hostMain = fileURLToPath(new URL('../../host/src/main.ts', import.meta.url))

/**
 * Measures the time from a host process's start until it accepts calls, and its idle memory, with every EVM network enabled.
 * The baseline is bare Express. Another row shows the extra cost of Tron.
 */
export async function benchStartup(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(createTemporaryFolder())
  const stub = stack.use(await startChild<RpcStubCalls>('rpcStub'))
  const rpcPort = await stub.call('port')
  const evm = networks.filter(({ family, isLocal }) => family === 'evm' && !isLocal)
  const tron = networks.filter(({ family }) => family === 'tron')
  const env = serving(evm, join(folder.path, 'host.db'), rpcPort)
  const tronEnv = serving([...evm, ...tron], join(folder.path, 'tron.db'), rpcPort)
  const host = ['--conditions=@secure-payment/source', hostMain]
  const plain = ['--input-type=module', '--eval', EXPRESS]
  const samples = { host: [] as Start[], withTron: [] as Start[], plain: [] as Start[] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours = await measureStart(host, env)
    const withTron = await measureStart(host, tronEnv)
    const theirs = await measureStart(plain, {})
    // The first start also migrates the database, so its time is discarded.
    if (round === 0) continue
    samples.host.push(ours)
    samples.withTron.push(withTron)
    samples.plain.push(theirs)
  }
  const middle = (starts: readonly Start[], key: keyof Start) =>
    median(starts.map((start) => start[key]))
  const row = (bench: string, key: keyof Start, unit: string, factor: number) =>
    atMost(
      bench,
      { value: middle(samples.host, key), unit },
      { value: middle(samples.plain, key), name: 'bare Express' },
      factor,
    )
  const tronRow = (bench: string, key: keyof Start, unit: string) =>
    atMost(
      bench,
      { value: middle(samples.withTron, key), unit },
      { value: middle(samples.host, key), name: 'without Tron' },
      1.1,
    )
  return [
    row('host start, 12 networks on', 'readyMs', 'ms', 1.3),
    row('idle host memory, 12 networks on', 'rssMiB', 'MiB', 1.5),
    tronRow('host start, Tron on too', 'readyMs', 'ms'),
    tronRow('idle host memory, Tron on too', 'rssMiB', 'MiB'),
  ]
}

function serving(
  served: readonly Network[],
  databasePath: string,
  rpcPort: number,
): Record<string, string> {
  const urls = served.map(({ id, chainId }) => [
    `PAY_RPC_URL_${variableSuffix(id)}`,
    `http://127.0.0.1:${rpcPort}/${chainId}`,
  ])
  return hostSettings(`sqlite:${databasePath}`, {
    PAY_NETWORKS: served.map(({ id }) => id).join(','),
    PAY_ROLE: 'api,watcher,worker',
    ...Object.fromEntries(urls),
  })
}

type Start = { readyMs: number; rssMiB: number }

async function measureStart(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Start> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: folderOfTests,
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    await untilReady(child)
    const readyMs = performance.now() - startedAt
    await delay(IDLE_MS)
    return { readyMs, rssMiB: readRssMiB(child) }
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}

/** Waits until the process prints "ready", as both servers do once they listen. */
async function untilReady(child: ChildProcess): Promise<void> {
  const abort = AbortSignal.timeout(READY_TIMEOUT_MS)
  const { stdout } = child
  if (stdout === null) throw new Error('The output is not piped.')
  let output = ''
  while (!output.includes('ready')) {
    const [chunk] = await once(stdout, 'data', { signal: abort })
    output += String(chunk)
  }
  stdout.resume()
}

/** Returns the process's resident memory in MiB, as Linux reports it. */
function readRssMiB({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024
}
