import { rmSync } from 'node:fs'
import { type Devnet, startDevnet } from './devnet/startDevnet.ts'
import { FlagError, type Flags, parseFlags, USAGE } from './parseFlags.ts'
import { type Janitor, startJanitor } from './processes/startJanitor.ts'
import { waitForStop } from './processes/waitForStop.ts'
import { writeJsonFile } from './writeJsonFile.ts'

/**
 * `npm run devnet`: runs a devnet until SIGINT or SIGTERM and resolves with the exit code. A second signal does not
 * wait for an orderly end; then, too, nothing is left running.
 */
export async function main(argv: readonly string[]): Promise<number> {
  const flags = readFlags(argv)
  if (typeof flags === 'number') return flags
  await using stack = new AsyncDisposableStack()
  const start = { isOver: false }
  const stopped = waitForStop()
  // Before all is ready there is nothing to end in order: the janitor ends what was started so far.
  stopped.then(
    () => start.isOver || process.exit(130),
    () => {},
  )
  const janitor = startJanitor()
  const onOutput = (text: string) => process.stderr.write(text)
  const devnet = stack.use(await startDevnet({ ...flags, onOutput }, janitor))
  if (flags.json !== undefined) stack.use(publish(devnet, flags.json, janitor))
  start.isOver = true
  console.log(summarize(devnet, flags))

  const failure = await Promise.race([stopped, devnet.host.gaveUp])
  if (!failure) return 0
  console.error(failure.message)
  return 1
}

function readFlags(argv: readonly string[]): Flags | number {
  try {
    const flags = parseFlags(argv)
    if (!flags.help) return flags
    console.log(USAGE)
    return 0
  } catch (error) {
    if (!(error instanceof FlagError)) throw error
    console.error(`${error.message}\n\n${USAGE}`)
    return 2
  }
}

/** Writes FILE and keeps it true; disposing removes it. */
function publish(devnet: Devnet, path: string, janitor: Janitor): Disposable {
  const release = janitor.guardPath(path)
  const write = () => writeJsonFile(path, devnet.json)
  write()
  devnet.onChange(write)
  return {
    [Symbol.dispose]() {
      rmSync(path, { force: true })
      release()
    },
  }
}

function summarize(devnet: Devnet, flags: Flags): string {
  const { host, chains, webhookSink, bridge, offramp } = devnet.json
  const lines = [
    `API       ${host.baseUrl}`,
    `Webhooks  ${webhookSink.deliveriesUrl}`,
    `Bridge    ${bridge.switchesUrl}`,
    ...(offramp === null ? [] : [`Offramp   ${offramp.switchesUrl}`]),
    ...chains.flatMap(({ network, chainId, rpcUrl, switchesUrl }) => [
      `Chain     ${rpcUrl}  ${network} (${chainId})`,
      ...(switchesUrl === undefined ? [] : [`Switches  ${switchesUrl}  ${network}`]),
    ]),
    ...(flags.json === undefined ? [] : [`Details   ${flags.json}`]),
  ]
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\nReady. Ctrl-C ends everything.`
}
