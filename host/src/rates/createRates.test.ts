import { expect, test } from 'vitest'
import type { ChainClient, RatePath } from '../chains/chainClient.ts'
import { createLogger } from '../log.ts'
import { createRates } from './createRates.ts'

/** Opens a chain on which a path's rate is the number in the path's last element. */
function openRates() {
  const asked: string[] = []
  const client: Pick<ChainClient, 'readRates'> = {
    async readRates(paths) {
      asked.push(...paths.map((path) => path.join()))
      return paths.map((path) => ({ rate: BigInt(path.at(-1) ?? 0), oldestTimestampS: 0n }))
    },
  }
  const clock = { nowMs: 0 }
  const rates = createRates({
    // No other method of the port is called.
    chains: { get: () => client as ChainClient },
    now: () => new Date(clock.nowMs),
    log: createLogger('silent'),
  })
  return { rates, asked, clock }
}

test('every path has its own rate, regardless of earlier requests', async () => {
  const { rates } = openRates()
  const first: RatePath = ['usd', '1']
  for (let at = 1; at < 12_000; at += 200) {
    const paths = Array.from({ length: 200 }, (_, index) => ['usd', String(at + index)])
    const answers = await rates.read('devnet', [first, ...paths])
    expect(answers.map((rate) => rate?.rate)).toEqual(
      [first, ...paths].map((path) => BigInt(path.at(-1) ?? 0)),
    )
  }
})

test('a path requested twice in one read is read once', async () => {
  const { rates, asked } = openRates()
  const answers = await rates.read('devnet', [
    ['usd', '7'],
    ['USD', '7'],
  ])
  expect(answers.map((rate) => rate?.rate)).toEqual([7n, 7n])
  expect(asked).toHaveLength(1)
})

test('the same path on another network has a separate rate', async () => {
  const { rates, asked } = openRates()
  await rates.latest('devnet', ['usd', '7'])
  await rates.latest('base', ['usd', '7'])
  expect(asked).toHaveLength(2)
})

test('a clock that was set back does not extend a rate', async () => {
  const { rates, asked, clock } = openRates()
  clock.nowMs = 60_000
  await rates.latest('devnet', ['usd', '7'])
  clock.nowMs = 0
  await rates.latest('devnet', ['usd', '7'])
  expect(asked).toHaveLength(2)
})
