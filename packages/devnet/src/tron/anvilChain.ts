import type { Address, Hex } from 'viem'
import { z } from 'zod'
import { rpc } from '../chains/rpc.ts'
import { RpcError } from '../errors.ts'

const hex = z
  .string()
  .regex(/^0x[0-9a-f]*$/i)
  .transform((text): Hex => `0x${text.slice(2).toLowerCase()}`)
const quantity = hex.transform((text) => BigInt(text))

const block = z.object({
  number: quantity,
  hash: hex,
  parentHash: hex,
  timestamp: quantity,
  transactionsRoot: hex,
  transactions: z.array(hex),
})

const log = z.object({
  address: hex,
  topics: z.array(hex),
  data: hex,
  blockNumber: quantity,
  transactionHash: hex,
  transactionIndex: quantity,
  logIndex: quantity,
})

const receipt = z.object({
  blockNumber: quantity,
  blockHash: hex,
  transactionIndex: quantity,
  status: hex,
  gasUsed: quantity,
  logs: z.array(log),
})

/** A block on the chain behind the node, with that chain's hashes. */
export type AnvilBlock = z.infer<typeof block>
/** A log from the chain behind the node. */
export type AnvilLog = z.infer<typeof log>
/** A receipt from the chain behind the node. */
export type AnvilReceipt = z.infer<typeof receipt>

/** The result of a simulated call; `data` is its return value or revert data. */
export type CallOutcome = { isReverted: boolean; data: Hex }

/** A call to simulate or send. */
export type AnvilCall = { from: Address; to: Address; data: Hex; value: bigint }

/** Timeout of one request to the chain. */
const TIMEOUT_MS = 20_000

/** Returns a block by its number, or the newest block; null if the block does not exist. Throws RpcError. */
export async function readBlock(
  url: string,
  number: bigint | 'latest',
): Promise<AnvilBlock | null> {
  const tag = number === 'latest' ? number : toQuantity(number)
  return block.nullable().parse(await rpc(url, 'eth_getBlockByNumber', [tag, false]))
}

/** Returns a transaction's receipt by its anvil hash; null while it is not in a block. Throws RpcError. */
export async function readReceipt(url: string, hash: Hex): Promise<AnvilReceipt | null> {
  return receipt.nullable().parse(await rpc(url, 'eth_getTransactionReceipt', [hash]))
}

/** Returns logs as `eth_getLogs` does. Throws RpcError. */
export async function readLogs(url: string, filter: object): Promise<AnvilLog[]> {
  return z.array(log).parse(await rpc(url, 'eth_getLogs', [filter]))
}

/** Returns whether there is a contract at the address. Throws RpcError. */
export async function hasCode(url: string, address: Address): Promise<boolean> {
  return (await rpc(url, 'eth_getCode', [address, 'latest'])) !== '0x'
}

/** Runs a call on the newest state. Throws RpcError if the call fails for a reason other than a revert. */
export async function tryCall(url: string, call: AnvilCall): Promise<CallOutcome> {
  const answer = await ask(url, 'eth_call', [toParameter(call), 'latest'])
  if (answer.error === undefined) return { isReverted: false, data: hex.parse(answer.result) }
  const { code, message, data } = answer.error
  if (code === REVERTED) return { isReverted: true, data: hex.catch('0x').parse(data) }
  throw new RpcError({ url, method: 'eth_call', problem: message })
}

/** Returns the gas that a call needs, or null if it fails. */
export async function estimateGas(url: string, call: AnvilCall): Promise<bigint | null> {
  const answer = await ask(url, 'eth_estimateGas', [toParameter(call), 'latest'])
  return answer.error === undefined ? quantity.parse(answer.result) : null
}

/**
 * Returns the return value or revert data of a mined transaction. Throws RpcError if the chain has discarded the state before the
 * transaction.
 */
export async function readOutput(url: string, hash: Hex): Promise<Hex> {
  const trace = await rpc(url, 'debug_traceTransaction', [hash, { tracer: 'callTracer' }])
  return z.object({ output: hex.default('0x') }).parse(trace).output
}

/** Encodes a number as a JSON-RPC quantity. */
export function toQuantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** The JSON-RPC code for a reverted call, in geth and anvil. */
const REVERTED = 3

const answerShape = z.object({
  result: z.unknown().optional(),
  error: z
    .object({ code: z.number(), message: z.string(), data: z.unknown().optional() })
    .optional(),
})

async function ask(url: string, method: string, params: readonly unknown[]) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return answerShape.parse(await response.json())
}

function toParameter({ from, to, data, value }: AnvilCall) {
  return { from, to, data, value: toQuantity(value) }
}
