import type { RawLog } from '@secure-payment/core/evm'
import type { Receipt, ReceiptLogFilter, ReceiptQuery } from './chainClient.ts'
import { DEADLINE_MS, unwrap } from './createAsk.ts'
import { AnswerTooLargeError, NodeError, RpcCallError } from './errors.ts'
import type { RpcNode } from './openRpcNode.ts'
import { isRangeRefusal } from './rpcLimits.ts'
import { parseLogs, parseReceipt, parseSender } from './wire.ts'

/**
 * Reads receipts from one node, in the order of the queries; `null` for a receipt that is too large for any query.
 * @throws NodeError, RpcCallError, MalformedAnswerError
 */
export type ReadReceipts = (
  node: RpcNode,
  queries: readonly ReceiptQuery[],
) => Promise<readonly (Receipt | null)[]>

const MAX_RECEIPTS_A_CALL = 100
/** The maximum number of transactions per node that are remembered as large. */
const MAX_REMEMBERED = 1_000

/** A node's state: the number of receipts that it returns at once, and the transactions whose single receipt it failed to return. */
type Experience = { receiptsACall: number; large: Set<string> }

/**
 * Creates a reader that adapts to the number of receipts that a node returns at once. A payer can add any logs to a transaction, so a
 * receipt may be megabytes long. After a failed call, the reader requests half as many receipts. If the call was for a single receipt, only
 * that receipt's relevant logs are read, by block hash. The reader keeps this state, because a node that exceeded its deadline is paused
 * before the next query.
 */
export function createReceiptReader(): ReadReceipts {
  const experiences = new WeakMap<RpcNode, Experience>()
  return async (node, queries) => {
    const known = experiences.get(node) ?? {
      receiptsACall: MAX_RECEIPTS_A_CALL,
      large: new Set<string>(),
    }
    experiences.set(node, known)
    const receipts: (Receipt | null)[] = []
    while (receipts.length < queries.length) {
      const rest = queries.slice(receipts.length)
      const [first] = rest
      if (first !== undefined && known.large.has(first.transactionHash)) {
        receipts.push(await readFromLogs(node, first))
        continue
      }
      const asked = takeCall(rest, known)
      try {
        receipts.push(...(await readCall(node, asked)))
        known.receiptsACall = Math.min(known.receiptsACall * 2, MAX_RECEIPTS_A_CALL)
      } catch (error) {
        if (error instanceof LacksReceiptError) throw error
        known.receiptsACall = Math.max(1, Math.floor(asked.length / 2))
        if (asked.length === 1 && first !== undefined) remember(known, first.transactionHash)
        if (!isNodeWell(error)) throw error
      }
    }
    return receipts
  }
}

/** Formats a receipt so that two results are equal if and only if the receipts agree on every fact that a payment depends on. */
export function receiptText(receipt: Receipt | null): string {
  if (receipt === null) return ''
  const { transactionHash, blockHash, succeeded, from, logs } = receipt
  const facts = logs.map((log) => [log.logIndex, log.address, log.topics, log.data])
  return JSON.stringify([transactionHash, blockHash, succeeded, from, facts])
}

/** The node does not have this mined transaction, so a smaller query does not help. */
class LacksReceiptError extends NodeError {
  override readonly name = 'LacksReceiptError'

  constructor(node: string, transactionHash: string) {
    super(node, `lacks the receipt of ${transactionHash}`)
  }
}

/** Returns as many queries as the node serves at once, up to the next large receipt. */
function takeCall(
  queries: readonly ReceiptQuery[],
  { receiptsACall, large }: Experience,
): readonly ReceiptQuery[] {
  const asked = queries.slice(0, receiptsACall)
  const end = asked.findIndex((query) => large.has(query.transactionHash))
  return end === -1 ? asked : asked.slice(0, end)
}

function remember({ large }: Experience, transactionHash: string): void {
  if (large.size >= MAX_REMEMBERED) large.clear()
  large.add(transactionHash)
}

/** Returns whether only these calls failed, and not the node, so that it can be queried again at once. */
function isNodeWell(error: unknown): boolean {
  return error instanceof AnswerTooLargeError || error instanceof RpcCallError
}

async function readCall(
  node: RpcNode,
  queries: readonly ReceiptQuery[],
): Promise<readonly Receipt[]> {
  const calls = queries.map(({ transactionHash }) => ({
    method: 'eth_getTransactionReceipt',
    params: [transactionHash],
  }))
  const results = unwrap(await node.send(calls, DEADLINE_MS), undefined)
  return queries.map((query, index) => {
    const receipt = parseReceipt(results[index])
    if (receipt === null || receipt.transactionHash !== query.transactionHash) {
      throw new LacksReceiptError(node.name, query.transactionHash)
    }
    return { ...receipt, logs: receipt.logs.filter((log) => isAskedFor(query, log)) }
  })
}

/**
 * Builds a receipt with only the relevant logs, which it queries by block hash. A transaction with logs has succeeded, because a reverted
 * one leaves none.
 */
async function readFromLogs(node: RpcNode, query: ReceiptQuery): Promise<Receipt | null> {
  const { transactionHash, blockHash } = query
  const calls = query.logs.map(({ addresses, topics }) => ({
    method: 'eth_getLogs',
    params: [{ blockHash, address: addresses, topics }],
  }))
  const sender = { method: 'eth_getTransactionByHash', params: [transactionHash] }
  try {
    const [mined, ...results] = unwrap(await node.send([sender, ...calls], DEADLINE_MS), undefined)
    const transaction = parseSender(mined)
    if (transaction?.blockHash !== blockHash) {
      throw new LacksReceiptError(node.name, transactionHash)
    }
    const logs = results
      .flatMap(parseLogs)
      .filter((log) => log.transactionHash === transactionHash && isAskedFor(query, log))
    const unique = new Map(logs.map((log) => [log.logIndex, log]))
    const [log] = logs
    if (log === undefined || logs.some((own) => own.blockHash !== blockHash)) {
      throw new LacksReceiptError(node.name, transactionHash)
    }
    return {
      transactionHash,
      blockHash,
      blockNumber: log.blockNumber,
      succeeded: true,
      from: transaction.from,
      costUnits: null,
      logs: [...unique.values()].sort((a, b) => a.logIndex - b.logIndex),
    }
  } catch (error) {
    if (isTooLarge(error)) return null
    throw error
  }
}

function isTooLarge(error: unknown): boolean {
  return (
    error instanceof AnswerTooLargeError || (error instanceof RpcCallError && isRangeRefusal(error))
  )
}

function isAskedFor(query: ReceiptQuery, log: RawLog): boolean {
  return query.logs.some((filter) => matches(filter, log))
}

function matches({ addresses, topics }: ReceiptLogFilter, log: RawLog): boolean {
  return (
    addresses.includes(log.address) &&
    topics.every((values, at) => {
      const topic = log.topics[at]
      return topic !== undefined && (values === null || values.includes(topic))
    })
  )
}
