import type { Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import { type Config, findServedNetwork } from '../config.ts'
import type { Row } from '../db/schema.ts'

/** A transaction on a source network that is being followed, with the request that it pays. */
export type TrackedIntent = {
  id: string
  /** Of the source transaction, lower case. */
  txHash: Hex
  source: Network
  /** Symbol of the token that was sent. */
  currency: string
  tool: string
  createdAtMs: number
  giveUpAtMs: number
  /** Checksummed; null until the source transaction was found to be of this payment. */
  sender: string | null
  explorerUrl: string | null
  request: Row<'requests'>
}

/** Reads a stored intent; null for one that cannot be followed: its network is not served any more. */
export function toTrackedIntent(
  config: Pick<Config, 'networks'>,
  row: Row<'intents'>,
  request: Row<'requests'>,
): TrackedIntent | null {
  const { source_network, tool, give_up_at } = row
  if (source_network === null || tool === null || give_up_at === null) return null
  const source = findServedNetwork(config, source_network)?.network
  if (source === undefined) return null
  return {
    id: row.id,
    txHash: `0x${row.tx_hash.slice(2)}`,
    source,
    currency: row.currency,
    tool,
    createdAtMs: Date.parse(row.created_at),
    giveUpAtMs: Date.parse(give_up_at),
    sender: row.sender,
    explorerUrl: row.explorer_url,
    request,
  }
}
