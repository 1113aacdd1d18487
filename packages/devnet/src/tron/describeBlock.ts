import type { Hex } from 'viem'
import { type AnvilBlock, readBlock } from './anvilChain.ts'
import { blockId, numberOfBlockId } from './blockId.ts'
import { describeTransaction } from './packTransaction.ts'
import { settleTransaction } from './settleTransaction.ts'
import { writeAddress } from './tronAddress.ts'
import { type TronNodeState, timeOf } from './tronNodeState.ts'
import type { Settlement, TronEntry } from './tronTransactions.ts'

/** The version in block headers: that of java-tron 4.8. */
const BLOCK_VERSION = 32
const NOBODY = '0x0000000000000000000000000000000000000000'

/** A transaction that the node sent and that is in a block. */
export type SettledEntry = { entry: TronEntry; settlement: Settlement }

/** Returns a block in the format of `/wallet/getblock`, with its transactions or only the header. Throws RpcError. */
export async function describeBlock(
  state: TronNodeState,
  block: AnvilBlock,
  { withTransactions, visible }: { withTransactions: boolean; visible: boolean },
): Promise<object> {
  const { number, hash, parentHash, transactionsRoot } = block
  const transactions = withTransactions ? await settledIn(state, block) : []
  const raw = {
    ...(number === 0n ? {} : { number: Number(number) }),
    txTrieRoot: transactionsRoot.slice(2),
    witness_address: writeAddress(NOBODY, visible),
    parentHash: number === 0n ? parentHash.slice(2) : blockId(number - 1n, parentHash),
    version: BLOCK_VERSION,
    timestamp: timeOf(block),
  }
  return {
    blockID: blockId(number, hash),
    block_header: { raw_data: raw, witness_signature: '00' },
    ...(transactions.length === 0
      ? {}
      : { transactions: transactions.map((settled) => describeSettled(settled, visible)) }),
  }
}

/** Returns a mined transaction in the format of `/wallet/gettransactionbyid`. */
export function describeSettled({ entry, settlement }: SettledEntry, visible: boolean): object {
  return { ret: [{ contractRet: settlement.result }], ...describeTransaction(entry.call, visible) }
}

/**
 * Returns the node's transactions in a block, in block order. Omits transactions that reached the chain in another way. Throws RpcError.
 */
export async function settledIn(state: TronNodeState, block: AnvilBlock): Promise<SettledEntry[]> {
  const entries = block.transactions.flatMap((hash) => state.transactions.findByCarrier(hash) ?? [])
  const settled = await Promise.all(
    entries.map(async (entry) => ({ entry, settlement: await settleTransaction(state, entry) })),
  )
  return settled.flatMap(({ entry, settlement }) => (settlement ? [{ entry, settlement }] : []))
}

/** Returns the block with an id (64 hex digits), or null if the chain has replaced it. Throws RpcError. */
export async function findBlockById(
  { anvilUrl }: Pick<TronNodeState, 'anvilUrl'>,
  id: string,
): Promise<AnvilBlock | null> {
  const block = await readBlock(anvilUrl, numberOfBlockId(id))
  return block && blockId(block.number, block.hash) === id ? block : null
}

/**
 * Returns a transaction's public id: its id if the node sent it, or its hash if it reached the chain in another way.
 */
export function publicHash({ transactions }: Pick<TronNodeState, 'transactions'>, hash: Hex): Hex {
  const entry = transactions.findByCarrier(hash)
  return entry ? `0x${entry.call.txID}` : hash
}
