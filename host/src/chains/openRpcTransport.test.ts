import { expect, it } from 'vitest'
import { NodeError } from './errors.ts'
import type { NodeHttp } from './openNodeHttp.ts'
import { GROW_AFTER_MS, openRpcTransport } from './openRpcTransport.ts'

it('Batches grow again ten minutes after a node rejects one', async () => {
  let largest = 100
  let sizes: number[] = []
  const http: NodeHttp = {
    name: 'node',
    async request({ body }) {
      const calls = Array.isArray(body) ? body : [body]
      sizes.push(calls.length)
      if (calls.length > largest) throw new NodeError('node', 'HTTP 413', { httpStatus: 413 })
      const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }))
      return { status: 200, json: Array.isArray(body) ? answers : answers[0] }
    },
    async [Symbol.asyncDispose]() {},
  }
  let nowMs = 0
  const transport = openRpcTransport('http://node.example.test/', http, () => nowMs)
  const ask = async () => {
    sizes = []
    const calls = Array.from({ length: 8 }, () => ({ method: 'eth_chainId', params: [] }))
    expect(await transport.exchange(calls, 1_000)).toHaveLength(8)
    return sizes.toSorted()
  }
  expect(await ask()).toEqual([8])
  largest = 2
  expect(await ask()).toEqual([2, 2, 2, 2, 4, 4, 8])
  expect(await ask()).toEqual([2, 2, 2, 2])
  largest = 100
  nowMs = GROW_AFTER_MS - 1
  expect(await ask()).toEqual([2, 2, 2, 2])
  nowMs = GROW_AFTER_MS
  expect(await ask()).toEqual([4, 4])
  nowMs = 2 * GROW_AFTER_MS
  expect(await ask()).toEqual([8])
})
