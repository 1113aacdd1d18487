import type { RawLog } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { Block, BlockRange, LogAnswer, LogFilter } from './chainClient.ts'
import { confirmedHeight } from './confirmedHeight.ts'
import { type Ask, RangeRefusedError } from './createAsk.ts'
import { ChainUnavailableError, NodeError, RpcCallError } from './errors.ts'
import type { RpcNode } from './openRpcNode.ts'
import type { RpcCall } from './openRpcTransport.ts'
import { prepareBloomTest } from './prepareBloomTest.ts'
import { headCalls, readHead } from './readHead.ts'
import { parseBlock, parseLogs, toQuantity } from './wire.ts'

/** One log query: its filter, its range, and the node to query last. */
export type LogQuery = {
  range: BlockRange
  filter: LogFilter
  /** Only a node that reports the whole range as confirmed by this rule may respond; `null`: any that has it. */
  confirmedBy: Network['finality'] | null
  /** Reads only the headers of the two ends, and no block again for its bloom. */
  isSparing: boolean
  avoid: RpcNode | null
}

/** The parts of a client that reading logs needs. */
export type LogReader = {
  network: Network
  nodes: readonly RpcNode[]
  nowMs: () => number
  ask: Ask
}

/** Ranges up to this many blocks are read with every header, so that blooms and parent links are checked. */
export const LINKED_RANGE = 16n
const MAX_SPLITS = 24

/**
 * Reads the logs of a range with the headers of its ends in the same round trip. So a node that does not have the range
 * cannot pass for a chain without logs. Ranges wider than the nodes allow are split in halves.
 */
export async function readLogs(reader: LogReader, query: LogQuery, splits = 0): Promise<LogAnswer> {
  const { fromBlock, toBlock } = query.range
  if (fromBlock < 0n || fromBlock > toBlock) {
    throw new RangeError(`There is no range of blocks from ${fromBlock} to ${toBlock}`)
  }
  const blocks = Number(toBlock - fromBlock + 1n)
  const healthy = reader.nodes.filter((node) => node.restsUntilMs() <= reader.nowMs())
  const widest = Math.max(1, ...healthy.map((node) => node.logRange()))
  if (blocks > widest) return readHalves(reader, query, splits)
  try {
    return await readRange(reader, query, blocks)
  } catch (error) {
    if (!(error instanceof RangeRefusedError)) throw error
    if (blocks === 1 || splits >= MAX_SPLITS) {
      throw new ChainUnavailableError(reader.network.id, error.message, { cause: error })
    }
    return readHalves(reader, query, splits)
  }
}

async function readHalves(reader: LogReader, query: LogQuery, splits: number): Promise<LogAnswer> {
  const { fromBlock, toBlock } = query.range
  const middle = (fromBlock + toBlock) / 2n
  const left = await readLogs(
    reader,
    { ...query, range: { fromBlock, toBlock: middle } },
    splits + 1,
  )
  const right = await readLogs(
    reader,
    { ...query, range: { fromBlock: middle + 1n, toBlock } },
    splits + 1,
  )
  if (right.first.parentHash !== left.last.hash) {
    throw new ChainUnavailableError(reader.network.id, `blocks around ${middle} do not link`)
  }
  return { logs: [...left.logs, ...right.logs], first: left.first, last: right.last }
}

async function readRange(reader: LogReader, query: LogQuery, blocks: number): Promise<LogAnswer> {
  const { range, filter, avoid } = query
  const numbers = headerNumbers(range, query)
  const ownHead = query.confirmedBy === null ? [] : headCalls(query.confirmedBy)
  const where = { fromBlock: toQuantity(range.fromBlock), toBlock: toQuantity(range.toBlock) }
  const { answer, node } = await reader.ask(
    [logsCall(filter, where), ...numbers.map(blockCall), ...ownHead],
    {
      avoid,
      logBlocks: blocks,
      // An unknown tag is a fact; a refusal of the logs or headers of a range is a failure.
      callErrors: 'keep',
      read: (results, from) => readRangeAnswer(results, from, { ...query, numbers }),
    },
  )
  const mayMatch = await bloomTestOf(filter)
  const doubted = answer.blocks.filter(
    (block) => !query.isSparing && block.logsBloom !== null && mayMatch(block.logsBloom),
  )
  const again = await readDoubted(reader, filter, { blocks: doubted, answeredBy: node })
  return {
    logs: orderLogs([...answer.logs, ...again]),
    first: firstOf(answer.blocks),
    last: answer.blocks.at(-1) ?? firstOf(answer.blocks),
  }
}

/**
 * Reads blocks again whose bloom allows for one of our logs, by hash and from another node where there is one. A node
 * may leave logs out of a range, but by hash it cannot answer for a block that it does not have.
 */
async function readDoubted(
  reader: LogReader,
  filter: LogFilter,
  doubted: { blocks: readonly Block[]; answeredBy: RpcNode },
): Promise<readonly RawLog[]> {
  const { blocks } = doubted
  if (blocks.length === 0) return []
  const hashes = new Set(blocks.map((block) => block.hash))
  const { answer } = await reader.ask(
    blocks.map((block) => logsCall(filter, { blockHash: block.hash })),
    {
      avoid: doubted.answeredBy,
      read: (results, from) => {
        const logs = results.flatMap(parseLogs)
        if (logs.every((log) => hashes.has(log.blockHash))) return logs
        throw new NodeError(from.name, 'answered with logs of another block')
      },
    },
  )
  return answer
}

/** A range's headers and logs, refused unless the node has the whole range (and calls it confirmed). */
function readRangeAnswer(
  results: readonly unknown[],
  from: RpcNode,
  asked: Pick<LogQuery, 'range' | 'confirmedBy'> & { numbers: readonly bigint[] },
): { blocks: readonly Block[]; logs: readonly RawLog[] } {
  const { range, confirmedBy, numbers } = asked
  const [logsResult, ...rest] = results
  for (const result of [logsResult, ...rest.slice(0, numbers.length)]) {
    if (result instanceof RpcCallError) throw result
  }
  if (confirmedBy !== null) {
    const head = readHead(rest.slice(numbers.length), from, confirmedBy)
    const height = confirmedHeight(head, confirmedBy)
    if (height === null || height < range.toBlock) {
      throw new NodeError(from.name, `does not call block ${range.toBlock} confirmed`)
    }
  }
  const blocks = numbers.map((number, index) => {
    const block = parseBlock(rest[index])
    // A node behind the range returns `[]` for its logs and null for its headers.
    if (block === null) throw new NodeError(from.name, `lacks block ${number}`)
    return block
  })
  const logs = parseLogs(logsResult)
  assertCoherent(from.name, range, { blocks, logs })
  return { blocks, logs }
}

/** Refuses a response whose parts were read from different chains: a node behind a balancer, or a reorg in between. */
function assertCoherent(
  node: string,
  range: BlockRange,
  { blocks, logs }: { blocks: readonly Block[]; logs: readonly RawLog[] },
): void {
  const hashes = new Map(blocks.map((block) => [block.number, block.hash]))
  for (const block of blocks) {
    const parent = hashes.get(block.number - 1n)
    if (parent !== undefined && parent !== block.parentHash) {
      throw new NodeError(node, 'answered with blocks that do not link')
    }
  }
  for (const log of logs) {
    if (log.blockNumber < range.fromBlock || log.blockNumber > range.toBlock) {
      throw new NodeError(node, 'answered with logs outside the range')
    }
    const hash = hashes.get(log.blockNumber)
    if (hash !== undefined && hash !== log.blockHash) {
      throw new NodeError(node, 'answered with logs of an orphaned block')
    }
  }
}

/** The headers to read with a range: every one when it is short, else its ends. */
function headerNumbers(
  { fromBlock, toBlock }: BlockRange,
  { isSparing }: Pick<LogQuery, 'isSparing'>,
): readonly bigint[] {
  const blocks = toBlock - fromBlock + 1n
  if (blocks > LINKED_RANGE || (isSparing && blocks > 1n)) return [fromBlock, toBlock]
  return Array.from({ length: Number(blocks) }, (_, index) => fromBlock + BigInt(index))
}

/** Ascending by block and log index, each log once. */
function orderLogs(logs: readonly RawLog[]): RawLog[] {
  const unique = new Map(logs.map((log) => [`${log.blockHash}:${log.logIndex}`, log]))
  return [...unique.values()].sort(
    (a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex,
  )
}

/** A header by number, without its transactions. */
export function blockCall(number: bigint): RpcCall {
  return { method: 'eth_getBlockByNumber', params: [toQuantity(number), false] }
}

function logsCall(filter: LogFilter, where: Record<string, Hex>): RpcCall {
  return {
    method: 'eth_getLogs',
    params: [{ ...where, address: filter.addresses, topics: [filter.topics] }],
  }
}

function firstOf(blocks: readonly Block[]): Block {
  const [first] = blocks
  if (first === undefined) throw new RangeError('a range has at least one block')
  return first
}

/** A filter lives as long as its watcher; its test is prepared once. */
const bloomTests = new WeakMap<LogFilter, ReturnType<typeof prepareBloomTest>>()

function bloomTestOf(filter: LogFilter): ReturnType<typeof prepareBloomTest> {
  const test = bloomTests.get(filter) ?? prepareBloomTest(filter)
  bloomTests.set(filter, test)
  return test
}
