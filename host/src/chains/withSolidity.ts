import type { z } from 'zod'
import { AnswerTooLargeError, RpcCallError } from './errors.ts'
import { isAbsent } from './isAbsent.ts'
import type { RpcCall, RpcOutcome, RpcTransport } from './openRpcTransport.ts'
import type { AskTron } from './openTronNode.ts'
import { blockAnswer, parseTronAnswer, transactionInfoAnswer } from './tronAnswers.ts'
import { MalformedAnswerError, parseBlock, parseQuantity, toQuantity } from './wire.ts'

/** The newest solidified block; `absent` if the node lacks the interface; `unknown` if it fails to return the block. */
type SolidBlock = z.output<typeof blockAnswer> | 'absent' | 'unknown'
type TransactionInfo = NonNullable<z.output<typeof transactionInfoAnswer>>

const DEADLINE_MS = 8_000

/**
 * Limits a Tron node's JSON-RPC to the state of its solidity interface:
 *
 * - The `finalized` block is the lower of the two interfaces' blocks, and is unknown while the solidity interface does not respond.
 * - A receipt exists once the solidity interface has the transaction. The transaction succeeded if both report success (`contractRet`
 *   SUCCESS).
 * - The cost of a transaction is the burnt amount; staked or free energy and bandwidth cost nothing, which the JSON-RPC does not show.
 *
 * For a node without the interface, only the `finalized` block of its JSON-RPC counts (java-tron 4.8 and later return it).
 */
export function withSolidity(transport: RpcTransport, ask: AskTron): RpcTransport {
  const { name } = transport
  return {
    name,
    async exchange(calls, deadlineMs) {
      const limitMs = Math.min(deadlineMs, DEADLINE_MS)
      const [outcomes, solid] = await Promise.all([
        transport.exchange(calls, deadlineMs),
        calls.some(isFinalCall) ? readSolidBlock(ask, limitMs) : ('unknown' as const),
      ])
      return Promise.all(
        outcomes.map(async (outcome, index) => {
          const call = calls[index]
          if (call === undefined) return outcome
          if (isFinalCall(call)) return lowerOf(name, outcome, solid)
          if (call.method !== 'eth_getTransactionReceipt') return outcome
          return vouchedReceipt(outcome, (hash) => readInfo(ask, hash, limitMs))
        }),
      )
    },
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  }
}

function isFinalCall({ method, params }: RpcCall): boolean {
  return method === 'eth_getBlockByNumber' && params[0] === 'finalized'
}

/**
 * The first query reads only the header. The second, for nodes without the first, also returns all transactions (several hundred
 * kilobytes).
 */
const SOLID_QUESTIONS = [
  { path: 'walletsolidity/getblock', body: { detail: false } },
  { path: 'walletsolidity/getnowblock', body: null },
] as const

async function readSolidBlock(ask: AskTron, deadlineMs: number): Promise<SolidBlock> {
  for (const { path, body } of SOLID_QUESTIONS) {
    try {
      return parseTronAnswer(blockAnswer, await ask(path, body, deadlineMs), path)
    } catch (error) {
      // An unknown block does not justify skipping the node, which still returns the tip.
      if (!isAbsent(error)) return 'unknown'
    }
  }
  return 'absent'
}

function lowerOf(node: string, outcome: RpcOutcome, solid: SolidBlock): RpcOutcome {
  // The message must not resemble that of an unknown tag, which would let payments count by depth.
  const unknown = {
    error: new RpcCallError(node, 'walletsolidity', 0, 'the solidified block is unknown'),
  }
  if (solid === 'unknown') return unknown
  const own = 'result' in outcome ? parseBlock(outcome.result) : null
  if (solid === 'absent') return own === null ? unknown : outcome
  const { number, timestamp, parentHash } = solid.block_header.raw_data
  if (own !== null && own.number < number) return outcome
  return {
    result: {
      number: toQuantity(number),
      hash: `0x${solid.blockID}`,
      parentHash: `0x${parentHash}`,
      timestamp: toQuantity(BigInt(Math.trunc(timestamp / 1_000))),
    },
  }
}

/** Returns the receipt with the solidity interface's facts; `null` while that interface has none, so that the caller requests it again. */
async function vouchedReceipt(
  outcome: RpcOutcome,
  readInfoOf: (hash: string) => Promise<TransactionInfo | null>,
): Promise<RpcOutcome> {
  const receipt = 'result' in outcome ? outcome.result : null
  if (typeof receipt !== 'object' || receipt === null) return outcome
  if (!('transactionHash' in receipt) || !('blockNumber' in receipt) || !('status' in receipt)) {
    throw new MalformedAnswerError('a receipt without a status')
  }
  const info = await readInfoOf(String(receipt.transactionHash))
  if (info === null) return { result: null }
  if (info.blockNumber !== parseQuantity(receipt.blockNumber, 'receipt.blockNumber')) {
    return { result: null }
  }
  const hasSucceeded = info.receipt?.result === 'SUCCESS' && info.result !== 'FAILED'
  return {
    result: {
      ...receipt,
      status: hasSucceeded ? receipt.status : '0x0',
      gasUsed: toQuantity(info.fee),
      effectiveGasPrice: '0x1',
    },
  }
}

async function readInfo(
  ask: AskTron,
  hash: string,
  deadlineMs: number,
): Promise<TransactionInfo | null> {
  const value = hash.replace(/^0x/, '')
  const read = async (path: string) => {
    const info = parseTronAnswer(
      transactionInfoAnswer,
      await ask(path, { value }, deadlineMs),
      path,
    )
    return info?.id === value ? info : null
  }
  try {
    return await read('walletsolidity/gettransactioninfobyid')
  } catch (error) {
    if (error instanceof AnswerTooLargeError) throw error
    // A full node's response may be trusted only for blocks up to its `finalized` block; callers ensure that.
    return isAbsent(error) ? read('wallet/gettransactioninfobyid') : null
  }
}
