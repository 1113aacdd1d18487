import { getNetwork } from '@secure-payment/core/networks'
import { expect, test } from 'vitest'
import type { RatePath } from '../chains/chainClient.ts'
import { MAX_PATHS } from '../chains/createRateReader.ts'
import { mergeReads } from './mergeReads.ts'

/** Returns a client whose rate for each path is the path's number, and the client's reads. */
function client() {
  const reads: { paths: readonly RatePath[]; atBlock: bigint | undefined }[] = []
  const readRates = async (paths: readonly RatePath[], atBlock?: bigint) => {
    reads.push({ paths: [...paths], atBlock })
    return paths.map(([name]) => ({ rate: BigInt(name ?? ''), oldestTimestampS: 1n }))
  }
  return { reads, merged: mergeReads({ network: getNetwork('devnet'), readRates }) }
}

const paths = (...names: number[]): RatePath[] => names.map((name) => [String(name)])
const ratesOf = (rates: readonly ({ rate: bigint } | null)[]) => rates.map((one) => one?.rate)

test('Reads of one block that begin together are merged, and each caller receives its own rates', async () => {
  const { merged, reads } = client()
  const [one, two, other] = await Promise.all([
    merged.readRates(paths(1, 2), 7n),
    merged.readRates(paths(3), 7n),
    merged.readRates(paths(4), 8n),
  ])
  expect([ratesOf(one), ratesOf(two), ratesOf(other)]).toEqual([[1n, 2n], [3n], [4n]])
  expect(reads.map(({ atBlock, paths: read }) => [atBlock, read.length])).toEqual([
    [7n, 3],
    [8n, 1],
  ])
  expect(ratesOf(await merged.readRates(paths(5), 7n))).toEqual([5n])
  expect(reads).toHaveLength(3)
})

test('A merged read has at most the number of paths that the client accepts', async () => {
  const { merged, reads } = client()
  const many = paths(...Array.from({ length: MAX_PATHS }, (_, index) => index + 1))
  const [all, one] = await Promise.all([merged.readRates(many, 7n), merged.readRates(paths(9), 7n)])
  expect([all.length, ratesOf(one)]).toEqual([MAX_PATHS, [9n]])
  expect(reads.map(({ paths: read }) => read.length)).toEqual([MAX_PATHS, 1])
})

test('A failed read rejects every caller, and the next call starts a new read', async () => {
  let tries = 0
  const merged = mergeReads({
    network: getNetwork('devnet'),
    async readRates(asked) {
      tries += 1
      if (tries === 1) throw new Error('no node')
      return asked.map(() => null)
    },
  })
  const results = await Promise.allSettled([
    merged.readRates(paths(1), 7n),
    merged.readRates(paths(2), 7n),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await merged.readRates(paths(1), 7n)).toEqual([null])
})
