import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { AnvilMissingError, StartError } from '../errors.ts'
import { endProcess } from '../processes/endProcess.ts'
import type { Janitor } from '../processes/startJanitor.ts'
import { rpc, rpcBatch } from './rpc.ts'

/** A running chain without any contract. */
export type Anvil = AsyncDisposable & { rpcUrl: string; pid: number }

/** How long anvil may take until it answers; it needs about 40 ms on an idle machine. */
const START_TIMEOUT_MS = 15_000
/** States kept in memory: enough for every reorg that a test makes, and a bound for chains that run for days. */
const STATES_KEPT = 256
/** What is kept of anvil's output for an error message, in characters. */
const OUTPUT_KEPT = 2_000

const NPM_ARCH: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Starts anvil on a free port of 127.0.0.1 and waits until it answers with the chain id. It mines every `blockTimeMs`;
 * with 0 it does not mine at all until `evm_setAutomine`. Nothing is written to disk.
 * Throws AnvilMissingError, StartError.
 */
export async function startAnvil(options: {
  chainId: number
  blockTimeMs: number
  janitor: Janitor
}): Promise<Anvil> {
  const { chainId, blockTimeMs, janitor } = options
  const mining = blockTimeMs === 0 ? ['--no-mining'] : ['--block-time', String(blockTimeMs / 1000)]
  const fixed = ['--port', '0', '--color', 'never', '--no-request-size-limit']
  const history = ['--prune-history', String(STATES_KEPT)]
  const child = spawn(
    findAnvil(),
    ['--chain-id', String(chainId), ...mining, ...history, ...fixed],
    // A session of its own: Ctrl-C in the terminal is for us, who then end it in order.
    { detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const release = child.pid === undefined ? () => {} : janitor.guardProcess(child.pid)
  const end = async () => {
    await endProcess(child, 2_000)
    release()
  }
  try {
    const rpcUrl = await waitForListening(child)
    const answer = await rpc(rpcUrl, 'eth_chainId')
    if (Number(answer) !== chainId) {
      throw new StartError({ what: 'anvil', problem: `answered chain id ${String(answer)}` })
    }
    // Without a reader its log lines would fill the pipe and stop it; so it writes none and what comes is dropped.
    await rpcBatch(rpcUrl, [{ method: 'anvil_setLoggingEnabled', params: [false] }])
    return { rpcUrl, pid: child.pid ?? 0, [Symbol.asyncDispose]: end }
  } catch (error) {
    await end()
    throw error
  }
}

function findAnvil(): string {
  const { platform, arch } = process
  const suffix = platform === 'win32' ? '.exe' : ''
  try {
    const require = createRequire(
      createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'),
    )
    const name = `@foundry-rs/anvil-${platform}-${NPM_ARCH[arch] ?? arch}`
    const path = require.resolve(`${name}/bin/anvil${suffix}`)
    return path
  } catch (cause) {
    throw new AnvilMissingError({ platform, arch, cause })
  }
}

function waitForListening(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  const fail = (problem: string, cause?: unknown) =>
    reject(new StartError({ what: 'anvil', problem, output: output.slice(-OUTPUT_KEPT), cause }))
  const timer = setTimeout(() => fail(`did not listen in ${START_TIMEOUT_MS} ms`), START_TIMEOUT_MS)

  const read = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2 * OUTPUT_KEPT)
    const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1]
    if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  child.once('error', (error) => fail(`could not be started (${error.message})`, error))
  child.once('exit', (code, signal) => fail(`ended with ${signal ?? `code ${code}`}`))
  return promise.finally(() => clearTimeout(timer))
}
