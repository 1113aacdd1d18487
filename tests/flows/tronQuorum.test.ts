import { type Chains, startChains, type TronNode } from '@secure-payment/devnet'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { payTron } from './support/payTron.ts'
import { startTronProxy, type TronProxy } from './support/startTronProxy.ts'
import { startWorld, type World } from './support/startWorld.ts'
import { waitFor } from './support/waitFor.ts'

let chains: Chains
let node: TronNode
let proxies: readonly [TronProxy, TronProxy]
let world: World

beforeAll(async () => {
  chains = await startChains({ networks: ['tron'] })
  node = chains.tronNode('tron')
  node.setSwitches({ solidLag: 0 })
  proxies = [await startTronProxy(node.url), await startTronProxy(node.url)]
  const urls = [proxies[0].rpcUrl, node.rpcUrl, proxies[1].rpcUrl]
  world = await startWorld(chains, { network: 'tron', env: { PAY_RPC_URL_TRON: urls.join(',') } })
})

afterEach(() => {
  for (const { own } of proxies) own.clear()
})

afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  for (const proxy of proxies ?? []) await proxy[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const INFO = 'walletsolidity/gettransactioninfobyid'

async function createOne(): Promise<Row<'requests'>> {
  const payee = 'TXJgMdjVX5dKiQaUi9QobwNxtSQaFqccvd'
  const [request] = await world.create([{ payee, token: USDT, units: 1_000_000n }])
  if (request === undefined) throw new Error('nothing was created')
  return request
}

const isPaid = ({ status }: Row<'requests'>) => status === 'paid'

/** Waits until a proxy has sent its own response the given number of times. */
async function untilSaid(proxy: TronProxy, path: string, answer: unknown, times: number) {
  let said = 0
  proxy.own.set(path, () => {
    said += 1
    return answer
  })
  await waitFor(`${path} to be requested`, () => (said >= times ? true : null))
}

test('One of three nodes that lags, lies or is down delays no payment', async () => {
  const [first] = proxies
  for (const answer of [() => ({}), null, () => ({ Error: 'busy' })]) {
    first.own.set(INFO, answer)
    const request = await createOne()
    await payTron(world, request)
    await world.until(request.id, isPaid)
  }
  first.own.clear()
  first.own.set('jsonrpc', null)
  const request = await createOne()
  await payTron(world, request)
  await world.until(request.id, isPaid)
})

test('Two of three nodes whose solidity lags delay a payment until they have its block', async () => {
  for (const { own } of proxies) own.set(INFO, () => ({}))
  const request = await createOne()
  await payTron(world, request)
  await untilSaid(proxies[0], INFO, {}, 3)
  expect(await world.payments(request.id)).toEqual([])
  for (const { own } of proxies) own.clear()
  await world.until(request.id, isPaid)
  expect(await world.payments(request.id)).toHaveLength(1)
})

test('Two of three nodes that report a payment as failed delay the payment', async () => {
  const request = await createOne()
  for (const { own } of proxies) own.set(INFO, () => ({}))
  const txID = await payTron(world, request)
  const found = await world.context.chains.getTron('tron').findTransaction(txID)
  const failed = {
    id: txID,
    blockNumber: Number(found?.blockNumber),
    receipt: { result: 'REVERT' },
    result: 'FAILED',
  }
  for (const { own } of proxies) own.set(INFO, () => failed)
  await untilSaid(proxies[1], INFO, failed, 3)
  expect(await world.payments(request.id)).toEqual([])
  for (const { own } of proxies) own.clear()
  await world.until(request.id, isPaid)
})
