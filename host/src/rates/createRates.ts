import type { ChainClient, ChainClients, Rate, RatePath } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import type { Logger } from '../log.ts'

/** The current rates in the served networks' conversion contracts. */
export type Rates = {
  /**
   * The rate along each path, read again once the cached rate is older than {@link RATE_LIFETIME_MS}. One round trip reads all missing
   * rates, and only one runs at a time. `null` if the contract has no rate.
   *
   * @throws ChainUnavailableError, NodesDisagreeError, ChainNotConfiguredError
   */
  read(networkId: string, paths: readonly RatePath[]): Promise<readonly (Rate | null)[]>
  /** Returns the rate along one path, for display only; also `null` if no node responds. */
  latest(networkId: string, path: RatePath): Promise<Rate | null>
}

/** Feeds are updated at most every few minutes, and calldata tolerates larger changes of a rate than a feed makes in this time. */
export const RATE_LIFETIME_MS = 10_000
/** The maximum number of cached rates, about 200 bytes each. */
const MAX_RATES = 5_000

/** Creates one host's cache of rates. */
export function createRates(context: {
  chains: Pick<ChainClients, 'get'>
  now: () => Date
  log: Logger
}): Rates {
  const memory = new Map<string, Known>()

  async function read(networkId: string, paths: readonly RatePath[]) {
    const client = context.chains.get(networkId)
    const nowMs = context.now().getTime()
    const keyed = new Map(paths.map((path) => [keyOf(networkId, path), path]))
    if (memory.size + keyed.size > MAX_RATES) memory.clear()
    const missing = [...keyed].filter(([key]) => !isFresh(memory.get(key), nowMs))
    if (missing.length > 0) remember(memory, missing, client, nowMs)
    return Promise.all(paths.map((path) => memory.get(keyOf(networkId, path))?.rate ?? null))
  }

  return {
    read,
    async latest(networkId, path) {
      try {
        const [rate = null] = await read(networkId, [path])
        return rate
      } catch (error) {
        if (!(error instanceof ChainUnavailableError)) throw error
        context.log.warn({ network: networkId, reason: error.message }, 'Could not read a rate')
        return null
      }
    },
  }
}

/** A rate that was read or is being read, with the time of the read. */
type Known = { rate: Promise<Rate | null>; readAtMs: number }

function isFresh(known: Known | undefined, nowMs: number): boolean {
  if (known === undefined) return false
  const ageMs = nowMs - known.readAtMs
  // A clock that was set back must not extend a rate's lifetime.
  return ageMs >= 0 && ageMs < RATE_LIFETIME_MS
}

/** Starts a single read of all missing rates. A failed read is not cached, so the next call retries. */
function remember(
  memory: Map<string, Known>,
  missing: readonly (readonly [string, RatePath])[],
  client: Pick<ChainClient, 'readRates'>,
  readAtMs: number,
): void {
  const answers = client.readRates(missing.map(([, path]) => path))
  for (const [index, [key]] of missing.entries()) {
    const known: Known = { readAtMs, rate: answers.then((rates) => rates[index] ?? null) }
    memory.set(key, known)
    known.rate.catch(() => {
      if (memory.get(key) === known) memory.delete(key)
    })
  }
}

function keyOf(networkId: string, path: RatePath): string {
  return `${networkId} ${path.join(' ').toLowerCase()}`
}
