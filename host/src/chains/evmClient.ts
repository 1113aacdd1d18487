import type { RawLog } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import { prepareBloomTest } from './bloom.ts'
import type {
  Block,
  BlockRange,
  ChainClient,
  Head,
  LogAnswer,
  LogFilter,
  Receipt,
} from './chainClient.ts'
import { ChainUnavailableError, NodeError, RpcCallError } from './errors.ts'
import { readPayerState } from './readPayerState.ts'
import { isRangeRefusal } from './rpcLimits.ts'
import type { RpcCall, RpcNode, RpcOutcome } from './rpcNode.ts'
import { MalformedAnswerError, parseBlock, parseLogs, parseReceipt, toQuantity } from './wire.ts'

/** Deadline of one round trip to one node. */
export const DEADLINE_MS = 15_000
/** Ranges up to this many blocks are read with every header, so that blooms and parent links are checked. */
export const LINKED_RANGE = 16n

const MAX_RECEIPTS_A_CALL = 100
const MAX_BISECTIONS = 24

/**
 * The chain client of an EVM network over one or several nodes: the first healthy one in configuration order is
 * asked, the next one when it fails.
 */
export function createEvmClient(options: {
  network: Network
  nodes: readonly RpcNode[]
  nowMs: () => number
}): ChainClient {
  const { network, nodes } = options
  const ask = createAsk(options)
  const bloomTests = new WeakMap<LogFilter, ReturnType<typeof prepareBloomTest>>()

  function bloomTestOf(filter: LogFilter): ReturnType<typeof prepareBloomTest> {
    const known = bloomTests.get(filter) ?? prepareBloomTest(filter)
    bloomTests.set(filter, known)
    return known
  }

  /** One range that the node is expected to answer whole. */
  async function readRange(range: BlockRange, filter: LogFilter): Promise<LogAnswer> {
    const numbers = headerNumbers(range)
    const calls = [
      ...numbers.map((number) => blockCall(number)),
      logsCall(filter, {
        fromBlock: toQuantity(range.fromBlock),
        toBlock: toQuantity(range.toBlock),
      }),
    ]
    const { answer, node } = await ask(calls, DEADLINE_MS, (results, from) => {
      const blocks = results.slice(0, -1).map((result, index) => {
        const block = parseBlock(result)
        // A node behind the range answers `[]` for its logs and null for its headers.
        if (block === null) throw new NodeError(from.name, `lacks block ${String(numbers[index])}`)
        return block
      })
      const logs = orderLogs(parseLogs(results.at(-1)))
      assertCoherent(from.name, range, blocks, logs)
      return { blocks, logs }
    })
    const mayMatch = await bloomTestOf(filter)
    const doubted = answer.blocks.filter(
      (block) => block.logsBloom !== null && mayMatch(block.logsBloom),
    )
    const second = await readDoubted(doubted, filter, node)
    return {
      logs: orderLogs([...answer.logs, ...second]),
      first: firstOf(answer.blocks),
      last: lastOf(answer.blocks),
    }
  }

  /**
   * Reads blocks again whose bloom allows for one of our logs, by hash and from another node where there is one: a
   * node may leave logs out of a range, and asked by hash it cannot answer for a block that it does not have.
   */
  async function readDoubted(
    blocks: readonly Block[],
    filter: LogFilter,
    first: RpcNode,
  ): Promise<readonly RawLog[]> {
    if (blocks.length === 0) return []
    const calls = blocks.map((block) => logsCall(filter, { blockHash: block.hash }))
    const { answer } = await ask(
      calls,
      DEADLINE_MS,
      (results, from) => {
        const logs = results.flatMap((result) => parseLogs(result))
        const hashes = new Set(blocks.map((block) => block.hash))
        if (logs.some((log) => !hashes.has(log.blockHash))) {
          throw new NodeError(from.name, 'answered with logs of another block')
        }
        return logs
      },
      first,
    )
    return answer
  }

  async function getLogs(range: BlockRange, filter: LogFilter, depth = 0): Promise<LogAnswer> {
    if (range.fromBlock > range.toBlock) throw new RangeError('fromBlock is past toBlock')
    const blocks = range.toBlock - range.fromBlock + 1n
    const widest = Math.max(1, ...nodes.map((node) => node.logRange()))
    if (blocks > BigInt(widest)) return split(range, filter, depth)
    try {
      return await readRange(range, filter)
    } catch (error) {
      if (!(error instanceof RangeRefusedError)) throw error
      error.node.shrinkLogRange(Number(blocks))
      if (blocks === 1n || depth >= MAX_BISECTIONS) {
        throw new ChainUnavailableError(network.id, error.message, { cause: error })
      }
      return split(range, filter, depth)
    }
  }

  async function split(range: BlockRange, filter: LogFilter, depth: number): Promise<LogAnswer> {
    const middle = (range.fromBlock + range.toBlock) / 2n
    const left = await getLogs({ ...range, toBlock: middle }, filter, depth + 1)
    const right = await getLogs({ ...range, fromBlock: middle + 1n }, filter, depth + 1)
    if (right.first.parentHash !== left.last.hash) {
      throw new ChainUnavailableError(network.id, `blocks around ${middle} do not link`)
    }
    return { logs: [...left.logs, ...right.logs], first: left.first, last: right.last }
  }

  return {
    network,
    async getHead(): Promise<Head> {
      const { answer } = await ask(
        HEAD_TAGS.map((tag) => ({ method: 'eth_getBlockByNumber', params: [tag, false] })),
        DEADLINE_MS,
        (results, from) => {
          const [latest, safe, finalized] = results.map((result) =>
            result instanceof RpcCallError ? null : parseBlock(result),
          )
          if (latest === undefined || latest === null) throw new NodeError(from.name, 'has no head')
          return { latest, safe: safe?.number ?? null, finalized: finalized?.number ?? null }
        },
        null,
        'keep errors',
      )
      return answer
    },
    async getBlock(id) {
      const call =
        typeof id === 'bigint'
          ? blockCall(id)
          : { method: 'eth_getBlockByHash', params: [id, false] }
      const { answer } = await ask([call], DEADLINE_MS, ([result]) => parseBlock(result ?? null))
      return answer
    },
    async getBlocks(numbers) {
      if (numbers.length === 0) return []
      const calls = numbers.map((number) => blockCall(number))
      const { answer } = await ask(calls, DEADLINE_MS, (results) => results.map(parseBlock))
      return answer
    },
    getLogs: (range, filter) => getLogs(range, filter),
    async getReceipts(hashes) {
      const receipts: Receipt[] = []
      for (let at = 0; at < hashes.length; at += MAX_RECEIPTS_A_CALL) {
        const asked = hashes.slice(at, at + MAX_RECEIPTS_A_CALL)
        const { answer } = await ask(
          asked.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
          DEADLINE_MS,
          (results, from) => readReceipts(results, asked, from),
          nodes[0],
        )
        receipts.push(...answer)
      }
      return receipts
    },
    readPayerState: (query) => readPayerState({ network, ask }, query),
  }
}

/**
 * Sends calls to the first healthy node whose answer `read` accepts. `read` gets the results in the order asked and
 * throws to have the next node asked. With `keep errors` a failed call's error stands in its place instead of failing
 * the node. `avoid` is asked last.
 */
export type Ask = <T>(
  calls: readonly RpcCall[],
  deadlineMs: number,
  read: (results: readonly unknown[], node: RpcNode) => T,
  avoid?: RpcNode | null,
  onCallError?: 'fail' | 'keep errors',
) => Promise<{ answer: T; node: RpcNode }>

/** A node refused a log query for its width; the caller splits the range. */
class RangeRefusedError extends Error {
  override readonly name = 'RangeRefusedError'
  readonly node: RpcNode

  constructor(node: RpcNode, cause: RpcCallError) {
    super(cause.message, { cause })
    this.node = node
  }
}

const HEAD_TAGS = ['latest', 'safe', 'finalized'] as const
/** A lone node gets a second try at once: one dropped connection is not an outage. */
const MIN_TRIES = 2

function createAsk(options: {
  network: Network
  nodes: readonly RpcNode[]
  nowMs: () => number
}): Ask {
  const { network, nodes, nowMs } = options
  return async (calls, deadlineMs, read, avoid = null, onCallError = 'fail') => {
    const ordered = [...nodes.filter((node) => node !== avoid), ...(avoid === null ? [] : [avoid])]
    const rested = ordered.filter((node) => node.restsUntilMs() <= nowMs())
    if (rested.length === 0) {
      throw new ChainUnavailableError(network.id, 'every node failed a moment ago and rests')
    }
    const tries = rested.length >= MIN_TRIES ? rested : [...rested, ...rested]
    let lastError: unknown
    let refusal: RangeRefusedError | null = null
    for (const node of tries) {
      try {
        const outcomes = await node.send(calls, deadlineMs)
        return { answer: read(unwrap(outcomes, node, onCallError), node), node }
      } catch (error) {
        if (error instanceof RangeRefusedError) refusal = error
        else if (!isNodeFault(error)) throw error
        lastError = error
      }
    }
    if (refusal !== null) throw refusal
    const reason = lastError instanceof Error ? lastError.message : 'no answer'
    throw new ChainUnavailableError(network.id, reason, { cause: lastError })
  }
}

function unwrap(
  outcomes: readonly RpcOutcome[],
  node: RpcNode,
  onCallError: 'fail' | 'keep errors',
): readonly unknown[] {
  return outcomes.map((outcome) => {
    if (!('error' in outcome)) return outcome.result
    if (onCallError === 'keep errors') return outcome.error
    if (isRangeRefusal(outcome.error)) throw new RangeRefusedError(node, outcome.error)
    throw outcome.error
  })
}

function isNodeFault(error: unknown): boolean {
  return (
    error instanceof NodeError ||
    error instanceof RpcCallError ||
    error instanceof MalformedAnswerError
  )
}

/** The headers to read with a range: every one when it is short, else its ends. */
function headerNumbers({ fromBlock, toBlock }: BlockRange): readonly bigint[] {
  const blocks = toBlock - fromBlock + 1n
  if (blocks > LINKED_RANGE) return [fromBlock, toBlock]
  return Array.from({ length: Number(blocks) }, (_, index) => fromBlock + BigInt(index))
}

/** Refuses an answer whose parts were read from different chains: a node behind a balancer, or a reorg in between. */
function assertCoherent(
  node: string,
  range: BlockRange,
  blocks: readonly Block[],
  logs: readonly RawLog[],
): void {
  const hashes = new Map(blocks.map((block) => [block.number, block.hash]))
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1]
    if (before !== undefined && before.number + 1n === block.number) {
      if (block.parentHash !== before.hash) throw new NodeError(node, 'blocks do not link')
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

function readReceipts(
  results: readonly unknown[],
  asked: readonly Hex[],
  from: RpcNode,
): readonly Receipt[] {
  return results.map((result, index) => {
    const receipt = parseReceipt(result)
    if (receipt === null || receipt.transactionHash !== asked[index]) {
      throw new NodeError(from.name, `lacks the receipt of ${asked[index]}`)
    }
    return receipt
  })
}

/** Ascending by block and log index, each log once. */
function orderLogs(logs: readonly RawLog[]): RawLog[] {
  const unique = new Map(logs.map((log) => [`${log.blockHash}:${log.logIndex}`, log]))
  return [...unique.values()].sort(
    (a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex,
  )
}

function blockCall(number: bigint): RpcCall {
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

function lastOf(blocks: readonly Block[]): Block {
  return blocks.at(-1) ?? firstOf(blocks)
}
