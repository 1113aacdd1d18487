import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { AnvilMissingError, StartError } from '../errors.ts'
import { createFolder } from '../processes/createFolder.ts'
import { endProcess } from '../processes/endProcess.ts'
import type { Janitor } from '../processes/startJanitor.ts'
import { rpc } from './rpc.ts'

/** A running chain without any contract. */
export type Anvil = AsyncDisposable & { rpcUrl: string }

/** The timeout for anvil's first response; anvil needs about 40 ms on an idle machine. */
const START_TIMEOUT_MS = 15_000
/** The timeout for anvil's exit; it has no data to save. */
const END_TIMEOUT_MS = 2_000
/**
 * The number of old states that anvil keeps on disk, about 0.5 MB each. With this limit, anvil stays near 100 MB however long it runs. With
 * the states in memory instead (`--prune-history`), it used 400 MB after 3,000 blocks and was still growing.
 */
const STATES_ON_DISK = 64
/** The maximum length of anvil's output in an error message, in UTF-16 units. */
const OUTPUT_KEPT = 2_000

const NPM_ARCH: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Starts anvil on a free port on 127.0.0.1 and waits until it returns the chain id. The chain mines a block every `blockTimeMs`; with 0, it
 * mines nothing until `evm_setAutomine`. Disposal removes its files. Throws AnvilMissingError, StartError.
 */
export async function startAnvil(options: {
  chainId: number
  blockTimeMs: number
  janitor: Janitor
}): Promise<Anvil> {
  await using stack = new AsyncDisposableStack()
  const folder = await createFolder(stack, options.janitor)
  const child = spawn(findAnvil(), flags(options, folder), {
    // anvil runs in its own session, so that Ctrl-C in the terminal reaches only this process, which then shuts anvil down.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // The janitor also releases the process when anvil exits unexpectedly: another process may then receive its id.
  if (child.pid !== undefined) child.once('exit', options.janitor.guardProcess(child.pid))
  stack.defer(() => endProcess(child, END_TIMEOUT_MS))

  const rpcUrl = await waitForListening(child)
  const answer = await rpc(rpcUrl, 'eth_chainId')
  if (Number(answer) !== options.chainId) {
    throw new StartError({ what: 'anvil', problem: `returned chain id ${String(answer)}` })
  }
  // anvil logs every call by default, and no code reads that log.
  await rpc(rpcUrl, 'anvil_setLoggingEnabled', [false])
  const resources = stack.move()
  return { rpcUrl, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

function flags(options: { chainId: number; blockTimeMs: number }, folder: string): string[] {
  const { chainId, blockTimeMs } = options
  return [
    ['--chain-id', String(chainId)],
    blockTimeMs === 0 ? ['--no-mining'] : ['--block-time', String(blockTimeMs / 1000)],
    ['--cache-path', folder, '--max-persisted-states', String(STATES_ON_DISK)],
    ['--port', '0', '--color', 'never', '--no-request-size-limit'],
  ].flat()
}

function findAnvil(): string {
  const { platform, arch } = process
  const suffix = platform === 'win32' ? '.exe' : ''
  try {
    const require = createRequire(
      createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'),
    )
    const name = `@foundry-rs/anvil-${platform}-${NPM_ARCH[arch] ?? arch}`
    return require.resolve(`${name}/bin/anvil${suffix}`)
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
