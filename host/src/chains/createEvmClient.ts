import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import { broadcast } from './broadcast.ts'
import { callContract } from './callContract.ts'
import type { Block, ChainClient, Head, Transaction, WholeTransaction } from './chainClient.ts'
import { createAgree } from './createAgree.ts'
import { type Ask, createAsk, DEADLINE_MS, unwrap } from './createAsk.ts'
import { createRateReader } from './createRateReader.ts'
import { createReceiptReader, receiptText } from './createReceiptReader.ts'
import { ChainUnavailableError } from './errors.ts'
import { findReceipt } from './findReceipt.ts'
import type { RpcNode } from './openRpcNode.ts'
import { readAccount } from './readAccount.ts'
import { readAgreedHead } from './readAgreedHead.ts'
import { readCode } from './readCode.ts'
import { readFees } from './readFees.ts'
import { headCalls, readHead } from './readHead.ts'
import { blockCall, readLogs } from './readLogs.ts'
import { readPayerState } from './readPayerState.ts'
import { simulate } from './simulate.ts'
import {
  MalformedAnswerError,
  parseBlock,
  parseTransaction,
  parseWholeTransaction,
} from './wire.ts'

/** Creates an EVM network's chain client over one or more nodes, in order of preference. */
export function createEvmClient(options: {
  network: Network
  nodes: readonly RpcNode[]
  /** The clock for the pauses of nodes that failed. */
  nowMs: () => number
  onDisagreement?: () => void
}): ChainClient {
  const { network, nodes } = options
  const ask = createAsk(options)
  const agree = createAgree(options)
  const readReceipts = createReceiptReader()
  const readRates = createRateReader({ network, nodes, agree })
  const [preferred = null] = nodes
  return {
    network,
    getHead: (watched, confirmedBy) => getHead(ask, watched, confirmedBy ?? null),
    getAgreedHead: (watched, confirmedBy) => readAgreedHead(options, watched, confirmedBy),
    getBlock: (id) => getBlock(ask, id),
    getBlockEverywhere: (number) => getBlockEverywhere(nodes, number),
    getBlocks: (numbers) => getBlocks(ask, numbers),
    async getAgreedBlocks(numbers) {
      if (numbers.length === 0) return []
      const read = (node: RpcNode) => readBlocks(node, numbers)
      return agree(read, { toText: (block) => `${block?.hash} ${block?.timestampS}` })
    },
    getLogs: (
      range,
      filter,
      { confirmedBy = null, isSecondRead = false, isSparing = false } = {},
    ) =>
      readLogs(
        { ...options, ask },
        { range, filter, confirmedBy, isSparing, avoid: isSecondRead ? preferred : null },
      ),
    async getReceipts(queries) {
      if (queries.length === 0) return []
      return agree((node) => readReceipts(node, queries), {
        toText: receiptText,
        // A node may abstain: otherwise any sender could block the network's payments with a receipt that one node cannot return.
        abstention: (receipts) => (receipts.includes(null) ? { answer: null } : null),
      })
    },
    findTransaction: (hash) => findTransaction(options, hash),
    async getAgreedTransaction(hash) {
      const read = async (node: RpcNode) => [await readTransaction(node, hash)]
      const [transaction = null] = await agree(read, { toText: transactionText })
      return transaction
    },
    readPayerState: (query) => readPayerState({ network, ask }, query),
    readRates,
    async checkSignature(query) {
      // Loads this module only for the first signature check, because few hosts ever check a signature on a chain.
      const { checkSignature } = await import('./checkSignature.ts')
      return checkSignature({ networkId: network.id, agree }, query)
    },
    hasCode: (addresses) => readCode(ask, addresses),
    readAccount: (address) => readAccount(ask, address),
    readFees: () => readFees(options),
    simulate: (transaction) => simulate(ask, transaction),
    broadcast: (raw) => broadcast(options, raw),
    findReceipt: (hash) => findReceipt(options, hash),
    call: (to, data) => callContract(ask, { to, data }),
  }
}

/** The deadline of a query that a payer's page waits for. */
const SHORT_DEADLINE_MS = 3_000

async function getHead(
  ask: Ask,
  watched: bigint | undefined,
  confirmedBy: Network['finality'] | null,
): Promise<Head> {
  const calls = [...headCalls(confirmedBy), ...(watched === undefined ? [] : [blockCall(watched)])]
  const { answer } = await ask(calls, {
    read: (results, from) => readHead(results, from, confirmedBy),
    callErrors: 'keep',
  })
  return answer
}

async function getBlock(ask: Ask, id: bigint | Hex): Promise<Block | null> {
  const call =
    typeof id === 'bigint' ? blockCall(id) : { method: 'eth_getBlockByHash', params: [id, false] }
  const { answer } = await ask([call], { read: ([result]) => parseBlock(result) })
  return answer
}

async function getBlocks(ask: Ask, numbers: readonly bigint[]): Promise<readonly (Block | null)[]> {
  if (numbers.length === 0) return []
  const { answer } = await ask(numbers.map(blockCall), {
    read: (results) => results.map(parseBlock),
  })
  return answer
}

async function readBlocks(
  node: RpcNode,
  numbers: readonly bigint[],
): Promise<readonly (Block | null)[]> {
  const outcomes = await node.send(numbers.map(blockCall), DEADLINE_MS)
  return unwrap(outcomes, undefined).map(parseBlock)
}

async function readTransaction(node: RpcNode, hash: Hex): Promise<WholeTransaction | null> {
  const call = { method: 'eth_getTransactionByHash', params: [hash] }
  const [result] = unwrap(await node.send([call], DEADLINE_MS), undefined)
  const transaction = parseWholeTransaction(result)
  if (transaction !== null && transaction.hash !== hash.toLowerCase()) {
    throw new MalformedAnswerError(`a transaction other than ${hash}`)
  }
  return transaction
}

function transactionText(transaction: WholeTransaction | null): string {
  return transaction === null ? '' : Object.values(transaction).join()
}

async function getBlockEverywhere(
  nodes: readonly RpcNode[],
  number: bigint,
): Promise<readonly (Block | null)[]> {
  const answers = await Promise.allSettled(nodes.map((node) => readBlocks(node, [number])))
  return answers.map((answer) => (answer.status === 'fulfilled' ? (answer.value[0] ?? null) : null))
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
