import type { Network } from '@secure-payment/core/networks'
import { type AnvilBlock, readBlock } from './anvilChain.ts'
import type { TronLedger } from './tronLedger.ts'
import type { TronSwitches } from './tronSwitches.ts'
import type { TronTransactions } from './tronTransactions.ts'

/** The state that the parts of a node share. */
export type TronNodeState = {
  /** The chain behind the node. */
  anvilUrl: string
  /** The registry's entry, with addresses in the contracts' format. */
  network: Network
  ledger: TronLedger
  transactions: TronTransactions
  switches(): TronSwitches
}

/** Returns the newest block. Throws RpcError. */
export async function readHead({ anvilUrl }: Pick<TronNodeState, 'anvilUrl'>): Promise<AnvilBlock> {
  const head = await readBlock(anvilUrl, 'latest')
  if (head) return head
  throw new Error('The chain behind the Tron node has no blocks.')
}

/** Returns the number of the newest solidified block: `solidLag` below the head. Throws RpcError. */
export async function readSolidNumber(
  state: Pick<TronNodeState, 'anvilUrl' | 'switches'>,
): Promise<bigint> {
  const { number } = await readHead(state)
  const lag = BigInt(state.switches().solidLag)
  return number > lag ? number - lag : 0n
}

/** Returns a block's time in milliseconds since 1970. */
export function timeOf({ timestamp }: Pick<AnvilBlock, 'timestamp'>): number {
  return Number(timestamp) * 1_000
}
