import type { Hex } from 'viem'
import { NodeError, RpcCallError } from '../../../host/src/chains/errors.ts'
import type { RpcNode } from '../../../host/src/chains/openRpcNode.ts'
import type { RpcCall, RpcOutcome } from '../../../host/src/chains/openRpcTransport.ts'
import type { MockBlock, MockChain } from './mockChain.ts'
import type { MockRates } from './mockRates.ts'
import type { Random } from './random.ts'

/** The faults of a node; rates are probabilities per round trip or per log. */
export type NodeFaults = {
  /** Connection errors and timeouts. */
  errorRate: number
  rateLimitRate: number
  /** The probability that the node misses a change to the chain: it is behind, or stays on a fork. */
  staleRate: number
  /** The number of newest blocks whose logs may be missing from a response: the log index is behind the blocks. */
  indexLag: number
  dropRate: number
  duplicateRate: number
  /** The maximum blocks per log query. */
  rangeLimit: number
}

export const NO_FAULTS: NodeFaults = {
  errorRate: 0,
  rateLimitRate: 0,
  staleRate: 0,
  indexLag: 0,
  dropRate: 0,
  duplicateRate: 0,
  rangeLimit: 10_000,
}

/** A node over a mock chain: it responds from its own, possibly outdated, view. */
export type MockNode = RpcNode & {
  faults: NodeFaults
  /** Updates the node's view of the chain, unless it is stale this time. */
  refresh(): void
  /** The numbers of round trips, of the calls in them, and of log queries among these calls. */
  counts: { trips: number; calls: number; logQueries: number }
}

/** Creates a node with the chain's current state. */
export function createMockNode(options: {
  name: string
  chain: MockChain
  random: Random
  faults: NodeFaults
  nowMs: () => number
  /** The results of the node's contracts; by default the node has no contracts. */
  rates?: MockRates
  /** The depth of the safe and the finalized block below the tip; by default the node supports neither tag. */
  tagDepth?: number
}): MockNode {
  const { name, chain, random } = options
  let view: readonly MockBlock[] = [...chain.blocks]
  let logRange = 10_000
  let restsUntilMs = 0
  const counts = { trips: 0, calls: 0, logQueries: 0 }
  const node: MockNode = {
    name,
    faults: options.faults,
    counts,
    refresh() {
      if (!random.chance(node.faults.staleRate)) view = [...chain.blocks]
    },
    logRange: () => logRange,
    shrinkLogRange(refused) {
      logRange = Math.max(1, Math.floor(refused / 2))
    },
    restsUntilMs: () => restsUntilMs,
    async send(calls) {
      counts.trips += 1
      counts.calls += calls.length
      if (random.chance(node.faults.errorRate)) {
        restsUntilMs = options.nowMs() + random.integer(0, 3_000)
        throw new NodeError(name, 'connection reset')
      }
      if (random.chance(node.faults.rateLimitRate)) {
        restsUntilMs = options.nowMs() + 5_000
        throw new NodeError(name, 'HTTP 429', { retryAfterMs: 5_000 })
      }
      return calls.map((call) => answer(call))
    },
    async [Symbol.asyncDispose]() {},
  }

  function answer({ method, params: [first, second] }: RpcCall): RpcOutcome {
    switch (method) {
      case 'eth_call':
        return callContract(asContractCall(first), blockAt(String(second)))
      case 'eth_getBlockByNumber':
        return { result: toWire(blockAt(String(first))) }
      case 'eth_getBlockByHash':
        return { result: toWire(view.find((block) => block.hash === first)) }
      case 'eth_getTransactionByHash':
        return { result: transactionOf(String(first)) }
      case 'eth_getTransactionReceipt':
        return { result: receiptOf(String(first)) }
      case 'eth_getLogs':
        counts.logQueries += 1
        return getLogs(asQuery(first))
      default:
        return { error: new RpcCallError(name, method, -32601, 'method not found') }
    }
  }

  function blockAt(tag: string): MockBlock | undefined {
    if (tag === 'latest') return view.at(-1)
    const { tagDepth } = options
    if (tagDepth !== undefined && !tag.startsWith('0x')) {
      return view[Math.max(0, view.length - 1 - tagDepth)]
    }
    return tag.startsWith('0x') ? view[Number(tag)] : undefined
  }

  function callContract({ to, data }: ContractCall, block: MockBlock | undefined): RpcOutcome {
    const fail = (code: number, message: string) => ({
      error: new RpcCallError(name, 'eth_call', code, message),
    })
    if (options.rates === undefined) return fail(-32601, 'method not found')
    if (block === undefined) return fail(-32000, 'header not found')
    const result = options.rates.call(block, to, data)
    return result === null ? fail(3, 'execution reverted') : { result }
  }

  function getLogs(query: LogQuery): RpcOutcome {
    if (query.blockHash !== undefined) {
      const block = view.find((candidate) => candidate.hash === query.blockHash)
      if (block === undefined) {
        return { error: new RpcCallError(name, 'eth_getLogs', -32000, 'unknown block') }
      }
      return { result: logsOf([block], query) }
    }
    const from = Number(query.fromBlock)
    const to = Number(query.toBlock)
    if (to - from + 1 > node.faults.rangeLimit) {
      const message = `query exceeds max block range ${node.faults.rangeLimit}`
      return { error: new RpcCallError(name, 'eth_getLogs', -32602, message) }
    }
    // Beyond its head, a node returns an empty list, as for blocks without logs.
    return { result: logsOf(view.slice(from, to + 1), query) }
  }

  function logsOf(blocks: readonly MockBlock[], query: LogQuery): unknown[] {
    const tip = view.length - 1
    const logs = blocks.flatMap((block) =>
      wireLogs(block)
        .filter((log) => matches(log, query))
        .filter(() => !isDropped(tip - Number(block.number))),
    )
    return logs.flatMap((log) => (random.chance(node.faults.duplicateRate) ? [log, log] : [log]))
  }

  function isDropped(depth: number): boolean {
    return depth < node.faults.indexLag && random.chance(node.faults.dropRate)
  }

  function transactionOf(hash: string): unknown {
    const block = view.find((candidate) => candidate.transactions.some((tx) => tx.hash === hash))
    const transaction = block?.transactions.find((tx) => tx.hash === hash)
    if (block === undefined || transaction === undefined) return null
    return { hash, from: transaction.from, blockHash: block.hash, input: transaction.input ?? '0x' }
  }

  function receiptOf(hash: string): unknown {
    const block = view.find((candidate) => candidate.transactions.some((tx) => tx.hash === hash))
    const transaction = block?.transactions.find((tx) => tx.hash === hash)
    if (block === undefined || transaction === undefined) return null
    return {
      transactionHash: hash,
      blockNumber: quantity(block.number),
      blockHash: block.hash,
      status: '0x1',
      from: transaction.from,
      gasUsed: '0x5208',
      effectiveGasPrice: '0x3b9aca00',
      logs: wireLogs(block).filter((log) => log.transactionHash === hash),
    }
  }

  return node
}

type LogQuery = {
  blockHash?: string
  fromBlock?: string
  toBlock?: string
  address: readonly string[]
  topics: readonly (readonly string[] | null)[]
}

type ContractCall = { to: Hex; data: Hex }

/** Casts parameters to a contract call: only this project's client calls the mock, and its calls have this shape. */
function asContractCall(value: unknown): ContractCall {
  return value as ContractCall
}

/** Casts parameters to a log query: only this project's client calls the mock, and its queries have this shape. */
function asQuery(value: unknown): LogQuery {
  return value as LogQuery
}

function matches(log: { address: string; topics: readonly string[] }, query: LogQuery): boolean {
  return (
    query.address.includes(log.address) &&
    query.topics.every((values, at) => values?.includes(log.topics[at] ?? '') ?? true)
  )
}

/** Returns a block's logs in JSON-RPC format, numbered consecutively across the block. */
function wireLogs(block: MockBlock) {
  let index = 0
  return block.transactions.flatMap((transaction) =>
    transaction.logs.map((log) => ({
      ...log,
      logIndex: quantity(BigInt(index++)),
      transactionHash: transaction.hash,
      blockNumber: quantity(block.number),
      blockHash: block.hash,
      removed: false,
    })),
  )
}

function toWire(block: MockBlock | undefined): unknown {
  if (block === undefined) return null
  const { number, hash, parentHash, timestampS, logsBloom } = block
  return {
    number: quantity(number),
    hash,
    parentHash,
    timestamp: quantity(BigInt(timestampS)),
    logsBloom,
  }
}

function quantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}
