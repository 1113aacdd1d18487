import type { Network } from '@secure-payment/core/networks'
import { ChainUnavailableError } from './errors.ts'
import type { TronNode } from './openTronNode.ts'
import { parseTronAnswer, transactionAnswer, transactionInfoAnswer } from './tronAnswers.ts'
import type { FoundTronTransaction } from './tronChain.ts'

const DEADLINE_MS = 4_000

/**
 * Queries every node for a transaction, so that one lagging node does not hide it. A mined transaction takes precedence over a pending one.
 * If nodes contradict each other, a success counts, because the watcher verifies the payment anyway. Null if no node has the transaction.
 *
 * @throws ChainUnavailableError when no node responded
 */
export async function findTronTransaction(
  { network, nodes }: { network: Network; nodes: readonly TronNode[] },
  txID: string,
): Promise<FoundTronTransaction | null> {
  const value = txID.replace(/^0x/, '').toLowerCase()
  const answers = await Promise.allSettled(nodes.map((node) => findAt(node, value)))
  const answered = answers.filter((answer) => answer.status === 'fulfilled')
  if (answered.length === 0) {
    const cause = answers.find((answer) => answer.status === 'rejected')?.reason
    const reason = cause instanceof Error ? cause.message : 'no node is configured'
    throw new ChainUnavailableError(network.id, reason, { cause })
  }
  const found = answered.flatMap((answer) => answer.value ?? [])
  return (
    found.find(({ result }) => result === 'SUCCESS') ??
    found.find(({ blockNumber }) => blockNumber !== null) ??
    found[0] ??
    null
  )
}

async function findAt(node: TronNode, value: string): Promise<FoundTronTransaction | null> {
  const read = async (path: string) => {
    const answer = await node.ask(path, { value }, DEADLINE_MS)
    const transaction = parseTronAnswer(transactionAnswer, answer, path)
    return transaction?.txID === value ? transaction : null
  }
  const mined = await read('wallet/gettransactionbyid')
  // Not every gateway offers the query for pending transactions. Without it, a transaction that is not in a block counts as missing.
  const known = mined ?? (await read('wallet/gettransactionfrompending').catch(() => null))
  if (known === null) return null
  const { txID, raw_data_hex: rawDataHex } = known
  const path = 'wallet/gettransactioninfobyid'
  const answer = mined === null ? {} : await node.ask(path, { value }, DEADLINE_MS)
  const info = parseTronAnswer(transactionInfoAnswer, answer, path)
  if (info === null || info.id !== value) {
    return { txID, rawDataHex, blockNumber: null, result: null, feeSun: null }
  }
  const contractRet = known.ret[0]?.contractRet ?? info.receipt?.result ?? null
  const result = info.result === 'FAILED' && contractRet === 'SUCCESS' ? 'FAILED' : contractRet
  return { txID, rawDataHex, blockNumber: info.blockNumber, result, feeSun: info.fee }
}
