import type { Config, LifiConfig } from '../config.ts'
import type { Logger } from '../log.ts'
import { type Circuit, createCircuit, OPEN_MS } from '../outgoing/createCircuit.ts'
import type { Bridge, BridgeQuery, BridgeQuote } from './bridge.ts'
import { createQuoteMemory } from './createQuoteMemory.ts'
import { type BridgeProblem, BridgeUnavailableError } from './errors.ts'
import { quoteRequest, statusRequest } from './lifiRequests.ts'
import { openLifiTransport } from './openLifiTransport.ts'
import { parseLifiQuote } from './parseLifiQuote.ts'
import { NOT_FOUND_STATUS, parseLifiStatus } from './parseLifiStatus.ts'

/** The parts of the host that the bridge needs. */
export type BridgeContext = {
  config: Pick<Config, 'networks'>
  now: () => Date
  log: Pick<Logger, 'info' | 'warn'>
}

/** The times that tests shorten. */
export type BridgeTimes = { deadlineMs?: number; retryAfterMs?: number }

/** LI.FI's own code for "no quote". */
const NO_QUOTE = 1002
/** The maximum number of unknown status values that are logged, once each. */
const MAX_WORDS = 100
/** The problems that concern only the query or the response, while the service is up. */
const ANSWERED: ReadonlySet<BridgeProblem> = new Set(['rejected', 'unsafe'])

/** Opens a bridge that uses LI.FI's API; sends nothing before the first call. Disposal aborts the calls in progress. */
export function openLifiBridge(
  context: BridgeContext,
  settings: LifiConfig,
  times: BridgeTimes = {},
): Bridge & AsyncDisposable {
  const transport = openLifiTransport(settings, times)
  const lifetimeMs = settings.quoteLifetimeS * 1_000
  const memory = createQuoteMemory({ now: context.now, lifetimeMs })
  // Quotes and statuses have separate circuits, so that transfers in transit are followed even while quotes fail.
  const circuits = { quote: openCircuit(context, 'quote'), status: openCircuit(context, 'status') }
  const logWord = createWordLog(context)

  async function askQuote(query: BridgeQuery, diamond: string): Promise<BridgeQuote | null> {
    const answer = await transport.send(quoteRequest(settings, query))
    if (answer.kind === 'none') {
      if (answer.lifiCode === NO_QUOTE || answer.lifiCode === null) return null
      throw new BridgeUnavailableError('rejected', `HTTP 404, code ${answer.lifiCode}`)
    }
    const expiresAt = new Date(context.now().getTime() + lifetimeMs)
    return parseLifiQuote(answer.body, query, { diamond, bridges: settings.bridges, expiresAt })
  }

  return {
    id: 'lifi',
    async quote(query) {
      const diamond = findDiamond(context, query.fromChainId)
      if (diamond === null) return null
      return memory.get(keyOf(query), async () => {
        try {
          return await guard(circuits.quote, () => askQuote(query, diamond))
        } catch (error) {
          logUnsafe(context, query, error)
          throw error
        }
      })
    },
    async status(query) {
      // Any caller can create a transfer whose status is unreadable, so the circuit counts any response as a success.
      const answer = await guard(circuits.status, () => transport.send(statusRequest(query)))
      if (answer.kind === 'none') return NOT_FOUND_STATUS
      const { status, unknownWord } = parseLifiStatus(answer.body, query)
      if (unknownWord !== null) logWord(unknownWord)
      return status
    },
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  }
}

/** Makes one call through a circuit, and reports the outcome to it. */
async function guard<Result>(circuit: Circuit, call: () => Promise<Result>): Promise<Result> {
  const permit = circuit.enter()
  if (permit === null) {
    throw new BridgeUnavailableError('circuit_open', `no calls for ${OPEN_MS / 1_000} s`)
  }
  try {
    const result = await call()
    permit.succeeded()
    return result
  } catch (error) {
    if (error instanceof BridgeUnavailableError && ANSWERED.has(error.problem)) permit.succeeded()
    else permit.failed()
    throw error
  }
}

function openCircuit({ now, log }: BridgeContext, call: 'quote' | 'status'): Circuit {
  return createCircuit({
    nowMs: () => now().getTime(),
    onOpen: (failures) =>
      log.warn({ call, failures, restMs: OPEN_MS }, 'Opened the circuit to LI.FI'),
    onClose: () => log.info({ call }, 'Closed the circuit to LI.FI'),
  })
}

/** Finds the address to which payers on a chain send bridge transactions; null if this host or LI.FI does not serve the chain. */
function findDiamond({ config }: Pick<BridgeContext, 'config'>, chainId: number): string | null {
  const served = config.networks.find(({ network }) => network.chainId === chainId)
  return served?.network.contracts.LiFiDiamond?.address ?? null
}

function keyOf(query: BridgeQuery): string {
  return JSON.stringify(query, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

/** A response that fails a check may be an attack on payers, so it is always logged. */
function logUnsafe({ log }: BridgeContext, query: BridgeQuery, error: unknown): void {
  if (!(error instanceof BridgeUnavailableError) || error.problem !== 'unsafe') return
  const { fromChainId, toChainId } = query
  log.warn({ fromChainId, toChainId, reason: error.detail }, 'Rejected a quote from LI.FI')
}

/** Logs each status that this service does not support, once. */
function createWordLog({ log }: BridgeContext): (word: string) => void {
  const logged = new Set<string>()
  return (word) => {
    if (logged.has(word) || logged.size >= MAX_WORDS) return
    logged.add(word)
    log.warn({ status: word }, 'Received an unknown status from LI.FI')
  }
}
