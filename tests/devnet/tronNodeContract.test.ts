import { type Chains, startChains } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callRpc, PROXY, PROXY_ABI_ADDRESS, postJson, USDT } from './support/tron.ts'

/**
 * The behaviour on which this service relies from any Tron node, without an API key. The tests run against the stand-in, or against the
 * real node whose base URL is in TRON_NODE_URL, such as `https://api.trongrid.io`.
 */
const REAL_NODE = process.env['TRON_NODE_URL']?.replace(/\/$/, '')

const blockShape = z.object({
  blockID: z.string().regex(/^[0-9a-f]{64}$/),
  block_header: z.object({
    raw_data: z.object({
      number: z.number().int().positive(),
      parentHash: z.string().regex(/^[0-9a-f]{64}$/),
      timestamp: z.number().int().positive(),
    }),
  }),
})
const rpcBlock = z.object({ number: z.string(), hash: z.string(), parentHash: z.string() })

let chains: Chains | undefined
let base = REAL_NODE ?? ''
beforeAll(async () => {
  if (REAL_NODE !== undefined) return
  chains = await startChains({ networks: ['tron'] })
  await chains.mine('tron', 30)
  base = chains.tronNode('tron').url
})
afterAll(() => chains?.[Symbol.asyncDispose]())

const wallet = (name: string, body: object = {}) => postJson(`${base}/wallet/${name}`, body)
const rpc = (method: string, params: readonly unknown[]) =>
  callRpc(`${base}/jsonrpc`, method, params)
const nowBlock = async (area: string) =>
  blockShape.parse(await (await fetch(`${base}/${area}/getnowblock`)).json())
const numberOf = ({ block_header }: z.infer<typeof blockShape>) => block_header.raw_data.number

describe('A Tron node', () => {
  it('a Tron node identifies blocks by 32 bytes that begin with their number', async () => {
    const block = await nowBlock('wallet')
    const number = numberOf(block)
    expect(BigInt(`0x${block.blockID.slice(0, 16)}`)).toBe(BigInt(number))
    const same = blockShape.parse(await wallet('getblockbynum', { num: number }))
    expect(same.blockID).toBe(block.blockID)
    const before = blockShape.parse(await wallet('getblockbynum', { num: number - 1 }))
    expect(block.block_header.raw_data.parentHash).toBe(before.blockID)
  })

  it('a Tron node has a latest solidified block at or before its latest block, which JSON-RPC calls finalized', async () => {
    const solid = await nowBlock('walletsolidity')
    const { result } = await rpc('eth_getBlockByNumber', ['finalized', false])
    const finalized = rpcBlock.parse(result)
    const head = await nowBlock('wallet')
    expect(numberOf(solid)).toBeLessThanOrEqual(numberOf(head))
    // A real chain may grow between the two calls.
    expect(Number(finalized.number) - numberOf(solid)).toBeLessThanOrEqual(3)
    expect(Number(finalized.number)).toBeGreaterThanOrEqual(numberOf(solid))
    const same = blockShape.parse(await wallet('getblockbynum', { num: Number(finalized.number) }))
    expect(finalized.hash).toBe(`0x${same.blockID}`)
  })

  it('a Tron node returns the prices of energy and bandwidth', async () => {
    const { chainParameter } = z
      .object({
        chainParameter: z.array(z.object({ key: z.string(), value: z.number().optional() })),
      })
      .parse(await wallet('getchainparameters'))
    const prices = new Map(chainParameter.map(({ key, value }) => [key, value]))
    expect(prices.get('getTransactionFee')).toBe(1_000)
    expect(prices.get('getFreeNetLimit')).toBe(600)
    expect(prices.get('getEnergyFee')).toBeGreaterThanOrEqual(100)
    expect(prices.get('getEnergyFee')).toBeLessThanOrEqual(420)
  })

  it('a Tron node serves contract reads, with and without T addresses', async () => {
    const call = { function_selector: 'decimals()', parameter: '' }
    const hex = { owner_address: `41${'0'.repeat(40)}`, contract_address: `41${USDT_BODY}` }
    const base58 = { owner_address: PROXY, contract_address: USDT, visible: true }
    for (const addresses of [hex, base58]) {
      const answer = await wallet('triggerconstantcontract', { ...call, ...addresses })
      expect(answer).toMatchObject({
        result: { result: true },
        constant_result: [SIX],
      })
    }
    const answer = await rpc('eth_call', [{ to: `0x${USDT_BODY}`, data: '0x313ce567' }, 'latest'])
    expect(answer.result).toBe(`0x${SIX}`)
  })

  it('a Tron node reports the reason when an address is not a contract', async () => {
    const answer = await wallet('triggerconstantcontract', {
      owner_address: `41${'0'.repeat(40)}`,
      contract_address: `41${'12'.repeat(20)}`,
      function_selector: 'decimals()',
    })
    expect(answer).toMatchObject({ result: { code: 'CONTRACT_VALIDATE_ERROR' } })
    expect(answer).not.toHaveProperty('constant_result')
  })

  it('a Tron node returns an empty result for a transaction that was never sent', async () => {
    const value = 'ab'.repeat(32)
    for (const area of ['wallet', 'walletsolidity']) {
      for (const name of ['gettransactionbyid', 'gettransactioninfobyid']) {
        expect.soft(await postJson(`${base}/${area}/${name}`, { value })).toEqual({})
      }
    }
    for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt']) {
      expect.soft((await rpc(method, [`0x${value}`])).result).toBe(null)
    }
  })

  it('a Tron node returns 200 with an Error for input that it cannot parse', async () => {
    for (const body of ['{', '[]', '{"address":"41"}']) {
      const response = await fetch(`${base}/wallet/getaccount`, { method: 'POST', body })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ Error: expect.stringMatching(/^class /) })
    }
  })
})

describe('A Tron node’s JSON-RPC', () => {
  it('a Tron node’s JSON-RPC has Tron’s chain id', async () => {
    expect((await rpc('eth_chainId', [])).result).toBe('0x2b6653dc')
  })

  it('a Tron node’s JSON-RPC returns blocks with the HTTP API’s hashes', async () => {
    const block = await nowBlock('walletsolidity')
    const { result } = await rpc('eth_getBlockByNumber', [
      `0x${numberOf(block).toString(16)}`,
      false,
    ])
    expect(result).toMatchObject({
      hash: `0x${block.blockID}`,
      parentHash: `0x${block.block_header.raw_data.parentHash}`,
      timestamp: `0x${(block.block_header.raw_data.timestamp / 1_000).toString(16)}`,
    })
    expect((await rpc('eth_getBlockByHash', [`0x${block.blockID}`, false])).result).toEqual(result)
  })

  it('a Tron node’s JSON-RPC rejects calls that Tron does not support', async () => {
    for (const method of ['eth_sendRawTransaction', 'eth_getTransactionCount', 'eth_feeHistory']) {
      expect.soft((await rpc(method, ['0x00'])).error?.code, method).toBe(-32601)
    }
  })

  it('a Tron node’s JSON-RPC supports no safe or pending block, and only the latest state', async () => {
    for (const tag of ['safe', 'pending']) {
      expect.soft((await rpc('eth_getBlockByNumber', [tag, false])).error?.code, tag).toBe(-32602)
    }
    const call = { to: PROXY_ABI_ADDRESS, data: '0x' }
    for (const tag of ['0x1', 'finalized', 'earliest']) {
      expect.soft((await rpc('eth_call', [call, tag])).error?.code, tag).toBe(-32602)
    }
  })

  it('a Tron node’s JSON-RPC finds logs by contract in at most 5,000 blocks', async () => {
    const head = numberOf(await nowBlock('wallet'))
    const from = Math.max(1, head - 20)
    const filter = { address: PROXY_ABI_ADDRESS, fromBlock: `0x${from.toString(16)}` }
    expect((await rpc('eth_getLogs', [{ ...filter, toBlock: 'latest' }])).result).toBeInstanceOf(
      Array,
    )
    expect((await rpc('eth_getLogs', [{ ...filter, toBlock: '0x0' }])).error).toMatchObject({
      code: -32602,
      message: 'please verify: fromBlock <= toBlock',
    })
    // The stand-in's chain is short.
    chains?.tronNode('tron').setSwitches({ maxLogRange: 25 })
    expect(
      (await rpc('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }])).error,
    ).toMatchObject({
      code: -32602,
      message: expect.stringContaining('exceed max block range'),
    })
  })

  it('a Tron node’s JSON-RPC responds to a batch in the order of its calls, and rejects a body that is not JSON', async () => {
    const calls = ['eth_blockNumber', 'eth_nothing', 'eth_chainId'].map((method, id) => ({
      jsonrpc: '2.0',
      id,
      method,
      params: [],
    }))
    expect(await postJson(`${base}/jsonrpc`, calls)).toMatchObject([
      { id: 0, result: expect.stringMatching(/^0x/) },
      { id: 1, error: { code: -32601 } },
      { id: 2, result: '0x2b6653dc' },
    ])
    const response = await fetch(`${base}/jsonrpc`, { method: 'POST', body: '{' })
    expect(await response.json()).toMatchObject({ error: { code: -32700 } })
  })
})

/** USDT's 20 bytes, from the recorded calls, and its decimals as a word. */
const USDT_BODY = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c'
const SIX = '6'.padStart(64, '0')
