import type { ChainClient, Rate, RatePath } from '../chains/chainClient.ts'
import { MAX_PATHS } from '../chains/createRateReader.ts'

/** The members of a client that the rate reader uses. */
type Reader = Pick<ChainClient, 'network' | 'readRates'>

/** A merged read that has not started. */
type Waiting = { paths: RatePath[]; rates: Promise<readonly (Rate | null)[]> }

/**
 * Merges the reads of one block that begin in the same event-loop turn, because each read costs a call to every node. Each caller receives
 * the rates for its own paths.
 */
export function mergeReads({ network, readRates }: Reader): Reader {
  const waiting = new Map<bigint | undefined, Waiting>()
  const begin = (atBlock: bigint | undefined): Waiting => {
    const paths: RatePath[] = []
    const rates = Promise.resolve().then(() => {
      if (waiting.get(atBlock)?.paths === paths) waiting.delete(atBlock)
      return readRates(paths, atBlock)
    })
    const read = { paths, rates }
    waiting.set(atBlock, read)
    return read
  }
  return {
    network,
    async readRates(paths, atBlock) {
      const known = waiting.get(atBlock)
      const hasRoom = known !== undefined && known.paths.length + paths.length <= MAX_PATHS
      const read = hasRoom ? known : begin(atBlock)
      const start = read.paths.length
      read.paths.push(...paths)
      const rates = await read.rates
      return rates.slice(start, start + paths.length)
    },
  }
}
