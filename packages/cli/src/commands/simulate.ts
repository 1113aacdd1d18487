import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Hex } from 'viem'
import { z } from 'zod'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type Command, type CommandInput, textFlag } from '../program/command.ts'
import type { DevnetFile, Kind, SimulationOptions } from '../simulate/simulation.ts'
import { KINDS } from '../simulate/simulation.ts'

const DEFAULT_NETWORK = 'devnet'
/** The devnet's bridge carries payments to this chain, from the other local chain. */
const BRIDGED_NETWORK = 'devnet-b'
const DEFAULT_TIMEOUT_S = 120
const MAX_TIMEOUT_S = 3_600

/** Pays a link on a test network, in the usual way or with one of the problems that can occur. */
export const simulate: Command = {
  path: 'simulate',
  summary: 'Pay a link on a test network',
  description:
    'Pays with a real transaction, and waits until the host has stored its event. pay: the amount. underpay: half. overpay: twice. late: after the link has expired. reorg: the block of a confirmed payment leaves the chain (local chains). bridge-fail: a bridge keeps the money (npm run devnet -- --json FILE). refund: a payment, and its refund. Without a token, the command creates a link. The command rejects networks where money has value. A local chain needs no key: the command uses its funded test accounts.',
  args: [
    { name: 'kind', description: 'how to pay', choices: KINDS },
    { name: 'token', description: 'the link to pay; a new one by default', isOptional: true },
  ],
  flags: [
    { name: 'network', value: 'id', description: `of a new link; ${DEFAULT_NETWORK} by default` },
    { name: 'currency', value: 'symbol', description: 'of a new link; USDC by default' },
    { name: 'amount', value: 'amount', description: 'of a new link; 10 by default' },
    { name: 'payee', value: 'address', description: 'of a new link; needed on public networks' },
    {
      name: 'key',
      value: 'hex',
      description: 'private key of the payer; better in SECURE_PAYMENT_KEY',
    },
    { name: 'rpc-url', value: 'url', description: 'node of the network; the host’s by default' },
    { name: 'devnet', value: 'file', description: 'file of a running devnet, for bridge-fail' },
    {
      name: 'timeout',
      value: 'seconds',
      description: `for the event; ${DEFAULT_TIMEOUT_S} by default`,
    },
  ],
  async run({ io, printer, connect }, input) {
    // The parser accepts only these kinds.
    const kind = input.args[0] as Kind
    const options = await readOptions(io, kind, input)
    const { client } = await connect()
    // Only this command needs the libraries of the chains.
    const { simulate: run } = await import('../simulate/simulate.ts')
    const rest = (ms: number) => delay(ms, undefined, { signal: io.signal })
    const { fetch, now } = io
    const result = await run({ client, options, rest, fetch, now, note: printer.note }, kind)
    printer.result(result, (format) => {
      const { event, ...facts } = result
      return format.record({ ...facts, event: event?.event, eventId: event?.id })
    })
  },
}

async function readOptions(
  { env }: Pick<Io, 'env'>,
  kind: Kind,
  input: CommandInput,
): Promise<SimulationOptions> {
  const file = textFlag(input, 'devnet') ?? env['SECURE_PAYMENT_DEVNET']
  const network = kind === 'bridge-fail' ? BRIDGED_NETWORK : DEFAULT_NETWORK
  return {
    token: input.args[1] ?? null,
    network: textFlag(input, 'network') ?? network,
    symbol: textFlag(input, 'currency') ?? 'USDC',
    amount: textFlag(input, 'amount') ?? '10',
    payee: textFlag(input, 'payee') ?? null,
    key: readKey(textFlag(input, 'key') ?? env['SECURE_PAYMENT_KEY']),
    rpcUrl: textFlag(input, 'rpc-url') ?? null,
    devnet: file === undefined ? null : await readDevnet(file),
    timeoutMs: readTimeout(textFlag(input, 'timeout')) * 1_000,
  }
}

function readKey(text: string | undefined): Hex | null {
  if (!text) return null
  const digits = text.trim().replace(/^0x/, '')
  if (/^[0-9a-fA-F]{64}$/.test(digits)) return `0x${digits}`
  throw new UsageError('The key must be 64 hex digits.')
}

function readTimeout(text: string | undefined): number {
  const seconds = text === undefined ? DEFAULT_TIMEOUT_S : Number(text)
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_TIMEOUT_S) return seconds
  throw new UsageError(`--timeout must be from 1 to ${MAX_TIMEOUT_S} seconds.`)
}

const devnetSchema = z.object({
  chains: z.array(z.object({ network: z.string(), rpcUrl: z.string() })),
  bridge: z.object({ switchesUrl: z.string() }),
})

async function readDevnet(file: string): Promise<DevnetFile> {
  try {
    return devnetSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    throw new UsageError(`${file} is not the file of a running devnet.`, {
      hint: 'Write it with npm run devnet -- --json FILE.',
      cause,
    })
  }
}
