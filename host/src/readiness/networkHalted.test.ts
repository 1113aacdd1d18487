import { expect, it } from 'vitest'
import { loadConfig } from '../config.ts'
import { createNetworkHalted } from './networkHalted.ts'
import type { NetworkHealth, ReadinessFacts } from './readinessCheck.ts'

const MINUTE_MS = 60_000

function factsOf(change: Partial<NetworkHealth>): ReadinessFacts {
  const config = loadConfig({
    PAY_NETWORKS: 'base,devnet',
    PAY_RPC_URL_BASE: 'http://127.0.0.1:1',
    PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
  })
  const health: NetworkHealth = {
    network: 'base',
    status: 'ok',
    headBlock: 1_000,
    cursorBlock: 995,
    lagBlocks: 5,
    ...change,
  }
  // The check uses only the configuration.
  return { context: { config } as ReadinessFacts['context'], networks: [health] }
}

it('A network whose head stalls for 15 minutes causes a warning until it advances', async () => {
  let nowMs = 0
  const check = createNetworkHalted(() => nowMs)
  expect(await check.run(factsOf({}))).toEqual([])
  nowMs += 15 * MINUTE_MS - 1
  expect(await check.run(factsOf({}))).toEqual([])
  nowMs += 1
  expect(await check.run(factsOf({}))).toMatchObject([
    { network: 'base', message: expect.stringContaining('no block after 1000 for 15 minutes') },
  ])
  expect(await check.run(factsOf({ headBlock: 1_001 }))).toEqual([])
})

it.each<[string, Partial<NetworkHealth>]>([
  ['is down, which another check reports', { status: 'down' }],
  ['is not watched yet', { status: 'down', headBlock: null }],
  ['makes its blocks on demand', { network: 'devnet' }],
])('There is no warning about a network that %s', async (_, change) => {
  let nowMs = 0
  const check = createNetworkHalted(() => nowMs)
  await check.run(factsOf(change))
  nowMs += 60 * MINUTE_MS
  expect(await check.run(factsOf(change))).toEqual([])
})
