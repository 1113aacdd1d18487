import type { ChainClient, ChainClients, Rate, RatePath } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import type { Logger } from '../log.ts'

/** The rates of now, as the conversion contracts of the served networks have them. */
export type Rates = {
  /**
   * The rate along each path, read when the cached one is older than {@link RATE_LIFETIME_MS}; missing ones in one
   * round trip, and never twice at a time. `null` where the contract has none.
   *
   * @throws ChainUnavailableError, NodesDisagreeError, ChainNotConfiguredError
   */
  read(networkId: string, paths: readonly RatePath[]): Promise<readonly (Rate | null)[]>
  /** The same for one path, for display only: `null` also when no node responds. */
  latest(networkId: string, path: RatePath): Promise<Rate | null>
}

/** Feeds are updated every few minutes at most, and calldata allows for more than they move in this time. */
export const RATE_LIFETIME_MS = 10_000
/** Rates kept: some 200 bytes each. */
const MAX_RATES = 5_000

/** Opens the memory of one host. */
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

/** A rate that was read or is being read, and until when it counts. */
type Known = { rate: Promise<Rate | null>; readAtMs: number }

function isFresh(known: Known | undefined, nowMs: number): boolean {
  if (known === undefined) return false
  const ageMs = nowMs - known.readAtMs
  // A clock that was set back must not keep a rate for longer.
  return ageMs >= 0 && ageMs < RATE_LIFETIME_MS
}

/** Begins one read of all missing rates. A read that fails is forgotten, so that the next call retries. */
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
