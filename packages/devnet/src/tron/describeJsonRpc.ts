import type { Hex } from 'viem'
import { z } from 'zod'
import { rpc } from '../chains/rpc.ts'
import { type AnvilBlock, readBlock, readReceipt, toQuantity } from './anvilChain.ts'
import { blockId } from './blockId.ts'
import { publicHash, settledIn } from './describeBlock.ts'
import { describeLogs } from './getLogs.ts'
import { settleTransaction } from './settleTransaction.ts'
import type { TronNodeState } from './tronNodeState.ts'
import type { Settlement, TronEntry } from './tronTransactions.ts'

const record = z.record(z.string(), z.unknown()).nullable()

/**
 * Returns a block in the format of `eth_getBlockByNumber`, with whole transactions or their hashes. Returns null if the chain has replaced
 * the block. Throws RpcError.
 */
export async function describeJsonRpcBlock(
  state: TronNodeState,
  { number, hash, parentHash, transactions }: AnvilBlock,
  isFull: boolean,
): Promise<object | null> {
  const raw = record.parse(
    await rpc(state.anvilUrl, 'eth_getBlockByNumber', [toQuantity(number), false]),
  )
  if (raw?.['hash'] !== hash) return null
  const ids = transactions.map((transaction) => publicHash(state, transaction))
  const found = isFull ? await Promise.all(ids.map((id) => findByHash(state, id.slice(2)))) : []
  return {
    ...raw,
    hash: `0x${blockId(number, hash)}`,
    parentHash: number === 0n ? parentHash : `0x${blockId(number - 1n, parentHash)}`,
    transactions: isFull ? found.flatMap((one) => one?.transaction ?? []) : ids,
  }
}

/**
 * Returns a transaction by its id (64 hex digits) in the format of `eth_getTransactionByHash`; null while it is not in a block. A
 * transaction that reached the chain behind the node in another way has its hash on that chain. Throws RpcError.
 */
export async function findByHash(
  state: TronNodeState,
  id: string,
): Promise<{ transaction: object } | null> {
  const entry = state.transactions.find(id)
  if (entry === undefined) return findForeign(state, `0x${id}`)
  const settlement = await settleTransaction(state, entry)
  if (settlement === null) return null
  const { call, energyPriceSun } = entry
  const [signature = ''] = call.signatures
  return {
    transaction: {
      hash: `0x${call.txID}`,
      nonce: '0x0000000000000000',
      ...placeOf(settlement),
      from: call.owner,
      to: call.contract,
      gas: toQuantity(settlement.energyUsed),
      gasPrice: toQuantity(energyPriceSun),
      value: toQuantity(call.callValueSun),
      input: call.data,
      type: '0x0',
      ...describeSignature(signature),
    },
  }
}

/**
 * Returns a receipt by the transaction's id in the format of `eth_getTransactionReceipt`; null while the transaction is not in a block.
 * Throws RpcError.
 */
export async function describeReceipt(state: TronNodeState, id: string): Promise<object | null> {
  const entry = state.transactions.find(id)
  if (entry === undefined) return describeForeignReceipt(state, `0x${id}`)
  const settlement = await settleTransaction(state, entry)
  if (settlement === null || entry.carrier === null) return null
  const [receipt, raw, block] = await Promise.all([
    readReceipt(state.anvilUrl, entry.carrier),
    rpc(state.anvilUrl, 'eth_getTransactionReceipt', [entry.carrier]),
    readBlock(state.anvilUrl, settlement.blockNumber),
  ])
  if (receipt === null || block === null) return null
  const before = (await settledIn(state, block)).filter(
    (other) => other.settlement.index <= settlement.index,
  )
  return {
    transactionHash: `0x${id}`,
    ...placeOf(settlement),
    ...describeEnergy(entry, settlement),
    cumulativeGasUsed: toQuantity(
      before.reduce((sum, other) => sum + other.settlement.energyUsed, 0n),
    ),
    contractAddress: null,
    logs: await describeLogs(state, receipt.logs),
    logsBloom: record.parse(raw)?.['logsBloom'],
    status: settlement.result === 'SUCCESS' ? '0x1' : '0x0',
    type: '0x0',
  }
}

function describeEnergy({ call, energyPriceSun }: TronEntry, { energyUsed }: Settlement): object {
  return {
    from: call.owner,
    to: call.contract,
    gasUsed: toQuantity(energyUsed),
    effectiveGasPrice: toQuantity(energyPriceSun),
  }
}

function placeOf({ blockNumber, blockHash, index }: Settlement): object {
  return {
    blockHash: `0x${blockId(blockNumber, blockHash)}`,
    blockNumber: toQuantity(blockNumber),
    transactionIndex: toQuantity(index),
  }
}

function describeSignature(signature: string): object {
  const v = Number.parseInt(signature.slice(128, 130), 16)
  return {
    r: `0x${signature.slice(0, 64)}`,
    s: `0x${signature.slice(64, 128)}`,
    v: toQuantity(v < 27 ? v + 27 : v),
  }
}

async function findForeign(
  state: TronNodeState,
  hash: Hex,
): Promise<{ transaction: object } | null> {
  if (state.transactions.findByCarrier(hash)) return null
  const raw = record.parse(await rpc(state.anvilUrl, 'eth_getTransactionByHash', [hash]))
  const receipt = await readReceipt(state.anvilUrl, hash)
  if (raw === null || receipt === null) return null
  const blockHash = `0x${blockId(receipt.blockNumber, receipt.blockHash)}`
  return { transaction: { ...raw, blockHash } }
}

async function describeForeignReceipt(state: TronNodeState, hash: Hex): Promise<object | null> {
  if (state.transactions.findByCarrier(hash)) return null
  const receipt = await readReceipt(state.anvilUrl, hash)
  const raw = record.parse(await rpc(state.anvilUrl, 'eth_getTransactionReceipt', [hash]))
  if (raw === null || receipt === null) return null
  const blockHash = `0x${blockId(receipt.blockNumber, receipt.blockHash)}`
  return { ...raw, blockHash, logs: await describeLogs(state, receipt.logs) }
}
