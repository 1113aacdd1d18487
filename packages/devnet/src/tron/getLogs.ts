import type { Hex } from 'viem'
import { z } from 'zod'
import { type AnvilLog, readBlock, readLogs, toQuantity } from './anvilChain.ts'
import { blockId } from './blockId.ts'
import { findBlockById, publicHash } from './describeBlock.ts'
import { invalidParams, JsonRpcRefusal, jsonRpcCode } from './jsonRpcRefusal.ts'
import { readHead, readSolidNumber, type TronNodeState } from './tronNodeState.ts'

/** The maximum number of logs per response and of topics per position: java-tron's defaults. */
const MAX_LOGS = 10_000
const MAX_TOPICS = 1_000

const tag = z.string().optional()
const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const address = z.string().regex(/^0x(41)?[0-9a-fA-F]{40}$/)
const filterShape = z.object({
  address: z.union([address, z.array(address)]).nullish(),
  topics: z
    .array(z.union([z.null(), hash, z.array(hash).max(MAX_TOPICS)]))
    .max(4)
    .nullish(),
  fromBlock: tag,
  toBlock: tag,
  blockHash: hash.optional(),
})

/** Handles `eth_getLogs`. The ids of transactions and blocks match those in the HTTP API. Throws JsonRpcRefusal, RpcError. */
export async function getLogs(state: TronNodeState, parameter: unknown): Promise<object[]> {
  const { data: filter, error } = filterShape.safeParse(parameter)
  if (error) throw invalidParams(`invalid ${error.issues[0]?.path.join('.') ?? 'filter'}`)
  const range = await readRange(state, filter)
  if (range === null) return []
  const logs = await readLogs(state.anvilUrl, {
    ...(filter.address == null ? {} : { address: toEvmAddresses(filter.address) }),
    ...(filter.topics == null ? {} : { topics: filter.topics }),
    fromBlock: toQuantity(range.from),
    toBlock: toQuantity(range.to),
  })
  if (logs.length > MAX_LOGS) {
    const sentence = `query returned more than ${MAX_LOGS} results`
    throw new JsonRpcRefusal(jsonRpcCode.tooMany, sentence)
  }
  return describeLogs(state, logs)
}

/** Describes logs in the JSON-RPC format. Logs in the same block have the same block hash. Throws RpcError. */
export async function describeLogs(
  state: TronNodeState,
  logs: readonly AnvilLog[],
): Promise<object[]> {
  const numbers = [...new Set(logs.map(({ blockNumber }) => blockNumber))]
  const ids = new Map<bigint, Hex>()
  for (const number of numbers) {
    const block = await readBlock(state.anvilUrl, number)
    if (block) ids.set(number, `0x${blockId(number, block.hash)}`)
  }
  return logs.flatMap((log) => {
    const blockHash = ids.get(log.blockNumber)
    // A reorganisation removed the block between the two requests.
    if (blockHash === undefined) return []
    return {
      address: log.address,
      topics: log.topics,
      data: log.data,
      blockHash,
      blockNumber: toQuantity(log.blockNumber),
      transactionHash: publicHash(state, log.transactionHash),
      transactionIndex: toQuantity(log.transactionIndex),
      logIndex: toQuantity(log.logIndex),
      removed: false,
    }
  })
}

/** Parses a block number: hex digits or a tag. The tags `safe` and `pending` are not supported. Throws JsonRpcRefusal, RpcError. */
export async function readBlockNumber(state: TronNodeState, text: string): Promise<bigint> {
  switch (text.toLowerCase()) {
    case 'latest':
      return (await readHead(state)).number
    case 'earliest':
      return 0n
    case 'finalized':
      if (state.switches().solidity === 'up') return readSolidNumber(state)
      throw new JsonRpcRefusal(jsonRpcCode.internal, 'header not found')
    case 'pending':
      throw invalidParams('TAG pending not supported')
    default:
      if (/^0x[0-9a-f]{1,16}$/i.test(text)) return BigInt(text)
      throw invalidParams('invalid block number')
  }
}

/** Both ends default to the head. Returns null if the range begins after the head. */
async function readRange(
  state: TronNodeState,
  { fromBlock, toBlock, blockHash }: z.infer<typeof filterShape>,
): Promise<{ from: bigint; to: bigint } | null> {
  if (blockHash !== undefined) {
    if (fromBlock !== undefined || toBlock !== undefined) {
      throw invalidParams(
        'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
      )
    }
    const block = await findBlockById(state, blockHash.slice(2).toLowerCase())
    if (!block) throw invalidParams('invalid blockHash')
    return { from: block.number, to: block.number }
  }
  const head = (await readHead(state)).number
  const end = toBlock === undefined ? null : await readBlockNumber(state, toBlock)
  const start = fromBlock === undefined ? (end ?? head) : await readBlockNumber(state, fromBlock)
  if (end !== null && start > end) throw invalidParams('please verify: fromBlock <= toBlock')
  const to = end === null || end > head ? head : end
  const { maxLogRange } = state.switches()
  if (to - start > maxLogRange) throw invalidParams(`exceed max block range: ${maxLogRange}`)
  return start > head ? null : { from: start, to }
}

function toEvmAddresses(addresses: string | readonly string[]): string[] {
  const list = typeof addresses === 'string' ? [addresses] : addresses
  return list.map((text) => `0x${text.slice(-40).toLowerCase()}`)
}
