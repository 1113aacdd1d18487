import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { Block, ChainClient, Head, Receipt, Transaction } from './chainClient.ts'
import { type Ask, createAsk, DEADLINE_MS, unwrap } from './createAsk.ts'
import { ChainUnavailableError, NodeError } from './errors.ts'
import type { RpcNode } from './openRpcNode.ts'
import { HEAD_CALLS, readHead } from './readHead.ts'
import { blockCall, readLogs } from './readLogs.ts'
import { readPayerState } from './readPayerState.ts'
import { parseBlock, parseReceipt, parseTransaction } from './wire.ts'

/** The chain client of an EVM network over one or several nodes, in the order of preference. */
export function createEvmClient(options: {
  network: Network
  nodes: readonly RpcNode[]
  /** The clock of the nodes' rests. */
  nowMs: () => number
}): ChainClient {
  const { network, nodes } = options
  const ask = createAsk(options)
  const [preferred = null] = nodes
  return {
    network,
    getHead: (watched) => getHead(ask, watched),
    async getBlock(id) {
      const call =
        typeof id === 'bigint'
          ? blockCall(id)
          : { method: 'eth_getBlockByHash', params: [id, false] }
      const { answer } = await ask([call], { read: ([result]) => parseBlock(result) })
      return answer
    },
    getBlockEverywhere: (number) => getBlockEverywhere(nodes, number),
    async getBlocks(numbers) {
      if (numbers.length === 0) return []
      const { answer } = await ask(numbers.map(blockCall), {
        read: (results) => results.map(parseBlock),
      })
      return answer
    },
    getLogs: (range, filter, { confirmedBy = null, isSecondLook = false } = {}) =>
      readLogs(
        { ...options, ask },
        { range, filter, confirmedBy, avoid: isSecondLook ? preferred : null },
      ),
    getReceipts: (hashes) => getReceipts(ask, hashes, preferred),
    findTransaction: (hash) => findTransaction(options, hash),
    readPayerState: (query) => readPayerState({ network, ask }, query),
  }
}

const MAX_RECEIPTS_A_CALL = 100
/** Of a question that a payer's page waits for. */
const SHORT_DEADLINE_MS = 3_000

async function getHead(ask: Ask, watched: bigint | undefined): Promise<Head> {
  const calls = watched === undefined ? HEAD_CALLS : [...HEAD_CALLS, blockCall(watched)]
  const { answer } = await ask(calls, { read: readHead, callErrors: 'keep' })
  return answer
}

async function getBlockEverywhere(
  nodes: readonly RpcNode[],
  number: bigint,
): Promise<readonly Block[]> {
  const answers = await Promise.allSettled(
    nodes.map(async (node) => {
      const [result] = unwrap(await node.send([blockCall(number)], DEADLINE_MS), undefined)
      return parseBlock(result)
    }),
  )
  return answers
    .map((answer) => (answer.status === 'fulfilled' ? answer.value : null))
    .filter((block) => block !== null)
}

async function findTransaction(
  { network, nodes }: { network: Network; nodes: readonly RpcNode[] },
  hash: Hex,
): Promise<Transaction | null> {
  const calls = [{ method: 'eth_getTransactionByHash', params: [hash] }]
  const answers = await Promise.allSettled(
    nodes.map(async (node) => {
      const [result] = unwrap(await node.send(calls, SHORT_DEADLINE_MS), undefined)
      return parseTransaction(result)
    }),
  )
  const answered = answers.filter((answer) => answer.status === 'fulfilled')
  if (answered.length === 0) throw new ChainUnavailableError(network.id, 'every node failed')
  return answered.find(({ value }) => value?.hash === hash.toLowerCase())?.value ?? null
}

async function getReceipts(
  ask: Ask,
  hashes: readonly Hex[],
  avoid: RpcNode | null,
): Promise<readonly Receipt[]> {
  const receipts: Receipt[] = []
  for (let at = 0; at < hashes.length; at += MAX_RECEIPTS_A_CALL) {
    const asked = hashes.slice(at, at + MAX_RECEIPTS_A_CALL)
    const calls = asked.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
    const { answer } = await ask(calls, {
      avoid,
      read: (results, from) => readReceipts(results, asked, from),
    })
    receipts.push(...answer)
  }
  return receipts
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
