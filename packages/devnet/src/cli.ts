import { type Devnet, startDevnet } from './devnet/startDevnet.ts'
import type { Flags } from './parseFlags.ts'
import { startJanitor } from './processes/startJanitor.ts'
import { waitForStop } from './processes/waitForStop.ts'
import { publishJson } from './publishJson.ts'
import { readFlags } from './readFlags.ts'

/**
 * `npm run devnet`: runs a devnet until SIGINT or SIGTERM and resolves with the exit code. A second signal skips the orderly shutdown;
 * even then, no process is left running.
 */
export async function main(argv: readonly string[]): Promise<number> {
  const flags = readFlags('npm run devnet', argv)
  if (typeof flags === 'number') return flags
  await using stack = new AsyncDisposableStack()
  const start = { isOver: false }
  const stopped = waitForStop()
  // Before everything is ready, an orderly shutdown is not necessary: the janitor ends the processes that have started.
  stopped.then(
    () => start.isOver || process.exit(130),
    () => {},
  )
  const janitor = startJanitor()
  const onOutput = (text: string) => process.stderr.write(text)
  const devnet = stack.use(await startDevnet({ ...flags, onOutput }, janitor))
  if (flags.json !== undefined) stack.use(publishJson(devnet, flags.json, janitor))
  start.isOver = true
  console.log(summarize(devnet, flags))

  const failure = await Promise.race([stopped, devnet.host.gaveUp])
  if (!failure) return 0
  console.error(failure.message)
  return 1
}

function summarize(devnet: Devnet, flags: Flags): string {
  const { host, chains, webhookSink, bridge, offramp, prices, mailFolder } = devnet.json
  const lines = [
    `API       ${host.baseUrl}`,
    `Webhooks  ${webhookSink.deliveriesUrl}`,
    `Bridge    ${bridge.switchesUrl}`,
    ...(offramp === null ? [] : [`Offramp   ${offramp.switchesUrl}`]),
    ...(prices === null ? [] : [`Prices    ${prices.switchesUrl}`]),
    `E-mails   ${mailFolder}`,
    ...chains.flatMap(({ network, chainId, rpcUrl, switchesUrl }) => [
      `Chain     ${rpcUrl}  ${network} (${chainId})`,
      ...(switchesUrl === undefined ? [] : [`Switches  ${switchesUrl}  ${network}`]),
    ]),
    ...(flags.json === undefined ? [] : [`Details   ${flags.json}`]),
  ]
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n\nReady. Press Ctrl-C to stop.`
}
