import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  accountAt,
  broadcast,
  buildApproval,
  callRpc,
  openTron,
  postJson,
  readInfo,
  type Signed,
  type TronWorld,
  tronWebOf,
} from './support/tron.ts'

const DEFAULTS = {
  fail: 'none',
  solidLag: 2,
  solidity: 'up',
  api: 'up',
  energy: 0,
  energyPriceSun: 100,
  maxLogRange: 5_000,
} as const

let world: TronWorld
beforeAll(async () => {
  world = await openTron()
})
afterEach(() => world.node.setSwitches(DEFAULTS))
afterAll(() => world?.[Symbol.asyncDispose]())

async function signedApproval(): Promise<Signed> {
  const tronWeb = tronWebOf(world, 1)
  await world.chains.mine('tron')
  return tronWeb.trx.sign(await buildApproval(tronWeb, 0n))
}

async function put(body: unknown) {
  const response = await fetch(world.node.switchesUrl, {
    method: 'PUT',
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

describe('The switches', () => {
  it('the switches are read and changed over HTTP', async () => {
    expect(await (await fetch(world.node.switchesUrl)).json()).toEqual(DEFAULTS)
    const { status, body } = await put({ solidLag: 5, energy: 9 })
    expect({ status, body }).toEqual({ status: 200, body: { ...DEFAULTS, solidLag: 5, energy: 9 } })
    expect(world.node.switches()).toEqual(body)
  })

  it.each([
    [{ fail: 'everything' }, 'fail: '],
    [{ solidLag: -1 }, 'solidLag: '],
    [{ balancesSun: { TLEaY8XoqpBmndLsjcfThgdKLN1ssNuUcG: 1 } }, 'balancesSun'],
    [{ nonsense: 1 }, 'nonsense'],
    [[], 'body: '],
  ])('the switches reject %j', async (change, problem) => {
    const { status, body } = await put(change)
    expect(status).toBe(400)
    expect(body.message).toContain(problem)
    expect(world.node.switches()).toEqual(DEFAULTS)
  })

  it('the switches reject pages from other origins', async () => {
    const preflight = await fetch(world.node.switchesUrl, { method: 'OPTIONS' })
    expect(preflight.headers.get('access-control-allow-methods')).toBe(null)
    const ofNode = await fetch(`${world.node.url}/wallet/getnowblock`, { method: 'OPTIONS' })
    expect(ofNode.headers.get('access-control-allow-headers')).toContain('tron-pro-api-key')
  })
})

describe('The fail switch', () => {
  it.each([
    ['bandwidth', 'BANDWITH_ERROR'],
    ['tapos', 'TAPOS_ERROR'],
    ['expired', 'TRANSACTION_EXPIRATION_ERROR'],
    ['server_busy', 'SERVER_BUSY'],
  ] as const)('%s rejects with %s, and accepts a repetition afterwards', async (fail, code) => {
    const signed = await signedApproval()
    world.node.setSwitches({ fail })
    expect(await broadcast(world, signed)).toMatchObject({ code, txid: signed.txID })
    world.node.setSwitches({ fail: 'none' })
    expect(await broadcast(world, signed)).toMatchObject({ result: true })
  })

  it.each([
    ['revert', 'REVERT'],
    ['out_of_energy', 'OUT_OF_ENERGY'],
  ] as const)('%s puts the transaction into a block as %s', async (fail, outcome) => {
    const signed = await signedApproval()
    world.node.setSwitches({ fail })
    expect(await broadcast(world, signed)).toMatchObject({ result: true })
    const { result, receipt } = await readInfo(world, signed.txID)
    expect({ result, outcome: receipt.result }).toEqual({ result: 'FAILED', outcome })
    // The node returns the signed Tron transaction, regardless of the transaction that represents it on the chain behind the node.
    const hash = `0x${signed.txID}`
    const mined = await callRpc(world.node.rpcUrl, 'eth_getTransactionByHash', [hash])
    expect(mined.result).toMatchObject({
      hash,
      to: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
      from: accountAt(1).address.toLowerCase(),
    })
    const mine = await callRpc(world.node.rpcUrl, 'eth_getTransactionReceipt', [hash])
    expect(mine.result).toMatchObject({ status: '0x0', logs: [] })
  })

  it('the fail switch’s value drop keeps the transaction out of every block until it is sent again', async () => {
    const signed = await signedApproval()
    const url = `${world.node.url}/wallet/gettransactioninfobyid`
    world.node.setSwitches({ fail: 'drop' })
    expect(await broadcast(world, signed)).toMatchObject({ result: true })
    await world.chains.mine('tron', 3)
    expect(await postJson(url, { value: signed.txID })).toEqual({})
    world.node.setSwitches({ fail: 'none' })
    await world.chains.mine('tron', 3)
    expect(await postJson(url, { value: signed.txID })).toEqual({})
    expect(await broadcast(world, signed)).toMatchObject({ result: true })
    expect((await readInfo(world, signed.txID)).receipt.result).toBe('SUCCESS')
  })
})

describe('The solidity switch', () => {
  it('the solidity switch’s value down makes the solidified block unavailable', async () => {
    world.node.setSwitches({ solidity: 'down' })
    const response = await fetch(`${world.node.url}/walletsolidity/getnowblock`)
    expect(response.status).toBe(503)
    const finalized = ['finalized', false]
    const { error } = await callRpc(world.node.rpcUrl, 'eth_getBlockByNumber', finalized)
    expect(error?.code).toBe(-32000)
    expect((await fetch(`${world.node.url}/wallet/getnowblock`)).status).toBe(200)
    world.node.setSwitches({ solidity: 'up' })
    expect((await fetch(`${world.node.url}/walletsolidity/getnowblock`)).status).toBe(200)
  })

  it('the solidified block lags behind the head by the configured number of blocks', async () => {
    await world.chains.mine('tron', 20)
    const head = Number((await callRpc(world.node.rpcUrl, 'eth_blockNumber', [])).result)
    for (const solidLag of [0, 19, head + 10]) {
      world.node.setSwitches({ solidLag })
      const solid = Math.max(0, head - solidLag)
      const params = ['finalized', false]
      const { result } = await callRpc(world.node.rpcUrl, 'eth_getBlockByNumber', params)
      expect.soft(result).toMatchObject({ number: `0x${solid.toString(16)}` })
    }
  })
})

describe('The api switch', () => {
  it('the api switch makes the node return 503 for every request if it is down, and never respond if it is silent', async () => {
    world.node.setSwitches({ api: 'down' })
    for (const path of ['/jsonrpc', '/wallet/getnowblock', '/walletsolidity/getnowblock']) {
      expect((await fetch(`${world.node.url}${path}`, { method: 'POST' })).status).toBe(503)
    }
    world.node.setSwitches({ api: 'silent' })
    const signal = AbortSignal.timeout(300)
    await expect(fetch(`${world.node.url}/wallet/getnowblock`, { signal })).rejects.toThrow(
      /timeout/,
    )
    expect((await put({ api: 'up' })).status).toBe(200)
    expect((await fetch(`${world.node.url}/wallet/getnowblock`)).status).toBe(200)
  })
})

describe('The balancesSun switch', () => {
  it('the balancesSun switch sets the balances of wallets, including new ones', async () => {
    const { tronAddress } = accountAt(2)
    const nobody = 'TYMwiDu22V6XG3yk6W9cTVBz48okKLRczh'
    const { status } = await put({ balancesSun: { [tronAddress]: 7, [nobody]: 8 } })
    expect(status).toBe(200)
    const tronWeb = tronWebOf(world, 2)
    expect(await tronWeb.trx.getBalance(tronAddress)).toBe(7)
    expect(await tronWeb.trx.getBalance(nobody)).toBe(8)
  })
})
