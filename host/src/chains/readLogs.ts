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

/** One log query: its filter, its range, and the node to avoid if another one can respond. */
export type LogQuery = {
  range: BlockRange
  filter: LogFilter
  /**
   * Only a node that reports the whole range as confirmed by this rule may respond; `null` for any node that has the range.
   */
  confirmedBy: Network['finality'] | null
  /** Reads only the two ends' headers, and reads no block again because of its bloom. */
  isSparing: boolean
  avoid: RpcNode | null
}

/** The members of a client that the log reader uses. */
export type LogReader = {
  network: Network
  nodes: readonly RpcNode[]
  nowMs: () => number
  ask: Ask
}

/** Ranges of up to this many blocks are read with every header, so that blooms and parent links are checked. */
const LINKED_RANGE = 16n
const MAX_SPLITS = 24

/**
 * Reads a range's logs, and the headers of its two ends, in one round trip. A node that lacks the range thus cannot pass for a chain
 * without logs. Ranges wider than the nodes allow are halved.
 *
 * @throws ChainUnavailableError
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
    throw new ChainUnavailableError(
      reader.network.id,
      `the blocks around ${middle} do not form a chain`,
    )
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
      // Keeps the error of an unsupported tag, which is a valid result; rejected logs or headers still fail the node.
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
 * Reads again, by hash and if possible from another node, the blocks whose bloom may contain a matching log. A node may omit logs of a
 * range, but it cannot return logs by hash for a block that it lacks.
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
        throw new NodeError(from.name, 'returned logs of another block')
      },
    },
  )
  return answer
}

/** Reads a range's headers and logs; throws unless the node has the whole range and, if `confirmedBy` is set, reports it as confirmed. */
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
      throw new NodeError(from.name, `does not report block ${range.toBlock} as confirmed`)
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

/**
 * Rejects a response whose parts come from different chains, for example through a load balancer in front of several nodes, or during a
 * reorganisation.
 */
function assertCoherent(
  node: string,
  range: BlockRange,
  { blocks, logs }: { blocks: readonly Block[]; logs: readonly RawLog[] },
): void {
  const hashes = new Map(blocks.map((block) => [block.number, block.hash]))
  for (const block of blocks) {
    const parent = hashes.get(block.number - 1n)
    if (parent !== undefined && parent !== block.parentHash) {
      throw new NodeError(node, 'returned blocks that do not form a chain')
    }
  }
  for (const log of logs) {
    if (log.blockNumber < range.fromBlock || log.blockNumber > range.toBlock) {
      throw new NodeError(node, 'returned logs outside the range')
    }
    const hash = hashes.get(log.blockNumber)
    if (hash !== undefined && hash !== log.blockHash) {
      throw new NodeError(node, 'returned logs of an orphaned block')
    }
  }
}

/** Returns the headers to read with a range: all of them if it is short, otherwise those of its ends. */
function headerNumbers(
  { fromBlock, toBlock }: BlockRange,
  { isSparing }: Pick<LogQuery, 'isSparing'>,
): readonly bigint[] {
  const blocks = toBlock - fromBlock + 1n
  if (blocks > LINKED_RANGE || (isSparing && blocks > 1n)) return [fromBlock, toBlock]
  return Array.from({ length: Number(blocks) }, (_, index) => fromBlock + BigInt(index))
}

/** Orders logs by block and log index, ascending, each log once. */
function orderLogs(logs: readonly RawLog[]): RawLog[] {
  const unique = new Map(logs.map((log) => [`${log.blockHash}:${log.logIndex}`, log]))
  return [...unique.values()].sort(
    (a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex,
  )
}

/** Returns a header by number, without its transactions. */
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

/** A filter lives as long as its watcher, so its test is prepared once. */
const bloomTests = new WeakMap<LogFilter, ReturnType<typeof prepareBloomTest>>()

function bloomTestOf(filter: LogFilter): ReturnType<typeof prepareBloomTest> {
  const test = bloomTests.get(filter) ?? prepareBloomTest(filter)
  bloomTests.set(filter, test)
  return test
}
