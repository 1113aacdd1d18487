import { createServer } from 'node:http'
import { listen } from '../support/listen.ts'
import { serveParent } from './serveParent.ts'

/**
 * A JSON-RPC node for all networks, with the chain id as the path. Tron's interfaces are below that path, at `jsonrpc` and
 * `walletsolidity`. The node's chains produce one block per second and have no logs.
 */
export type RpcStubCalls = { port(): number }

type Call = { id: number; method: string; params: unknown[] }

const FIRST_BLOCK = 1_000
const startedAt = Date.now()

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const [, chainText, area] = request.url?.split('/') ?? []
  response.writeHead(200, { 'content-type': 'application/json' })
  if (area === 'walletsolidity') {
    response.end(JSON.stringify(solidBlock()))
    return
  }
  const chainId = Number(chainText)
  const body: Call | Call[] = JSON.parse(Buffer.concat(chunks).toString())
  const reply = (call: Call) => ({ jsonrpc: '2.0', id: call.id, result: answer(chainId, call) })
  const text = JSON.stringify(Array.isArray(body) ? body.map(reply) : reply(body))
  response.end(text)
})
const port = await listen(server)
serveParent({ port: () => port } satisfies RpcStubCalls)

function answer(chainId: number, { method, params }: Call): unknown {
  if (method === 'eth_chainId') return toHex(chainId)
  if (method === 'eth_getLogs') return []
  if (method === 'eth_getBlockByNumber') return block(String(params[0]))
  return null
}

function headNumber(): number {
  return FIRST_BLOCK + Math.floor((Date.now() - startedAt) / 1_000)
}

/** Returns the response of `walletsolidity/getnowblock`. */
function solidBlock() {
  const number = headNumber()
  const id = (height: number) => (height + 1).toString(16).padStart(64, '0')
  const timestamp = startedAt + number * 1_000
  const raw_data = { number, timestamp, parentHash: id(number - 1) }
  return { blockID: id(number), block_header: { raw_data } }
}

function block(tag: string) {
  const head = headNumber()
  const number = tag.startsWith('0x') ? Number(tag) : head
  if (number > head) return null
  const hash = (height: number) => `0x${(height + 1).toString(16).padStart(64, '0')}`
  return {
    number: toHex(number),
    hash: hash(number),
    parentHash: hash(number - 1),
    timestamp: toHex(Math.floor(startedAt / 1_000) + number),
    logsBloom: `0x${'0'.repeat(512)}`,
  }
}

function toHex(value: number): string {
  return `0x${value.toString(16)}`
}
