import { findCurrency } from '@secure-payment/core/catalogue'
import { findNetwork, type Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import { type Config, findServedNetwork } from '../config.ts'
import type { Row } from '../db/schema.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'

/** A source transaction that the host follows, with the request that it pays. */
export type TrackedIntent = {
  id: string
  /** `unanswered` and `failed`: the intent was given up, or the bridge reported a failure; it is checked only occasionally. */
  status: 'tracking' | 'unanswered' | 'failed'
  /** The hash of the source transaction, in lower case. */
  txHash: Hex
  source: Network
  /** The symbol of the token that was sent. */
  currency: string
  /** The sent amount, in base units; null until the source transaction is verified, or if the amount cannot be read. */
  sentUnits: bigint | null
  /** The gas cost of the source transaction, in base units of its network's coin; null until then, or if unknown. */
  gasUnits: bigint | null
  /** The worth of that gas in the request's invoice currency, as decimal text; `no_price` if none is known, null if none was looked up. */
  gasWorth: string | null
  tool: string
  createdAtMs: number
  giveUpAtMs: number
  /** The sender of the source transaction, checksummed; null until the transaction is verified. */
  sender: string | null
  explorerUrl: string | null
  request: WholeRequest
  /** The decimals of the token in which the request is paid. */
  decimals: number
}

/** Reads a stored intent; null if this release does not support its status, its network or its request's currency. */
export function toTrackedIntent(
  config: Pick<Config, 'networks'>,
  row: Row<'intents'>,
  request: WholeRequest,
): TrackedIntent | null {
  const { source_network, tool, give_up_at, status } = row
  if (source_network === null || tool === null || give_up_at === null) return null
  if (status !== 'tracking' && status !== 'unanswered' && status !== 'failed') return null
  const source = findServedNetwork(config, source_network)?.network ?? findNetwork(source_network)
  const paid = findCurrency(request.payment_currency)
  if (source === undefined || paid === undefined) return null
  return {
    id: row.id,
    status,
    txHash: `0x${row.tx_hash.slice(2)}`,
    source,
    currency: row.currency,
    sentUnits: row.source_units === null ? null : BigInt(row.source_units),
    gasUnits: row.source_gas_units === null ? null : BigInt(row.source_gas_units),
    gasWorth: row.source_gas_worth,
    tool,
    createdAtMs: Date.parse(row.created_at),
    giveUpAtMs: Date.parse(give_up_at),
    sender: row.sender,
    explorerUrl: row.explorer_url,
    request,
    decimals: paid.currency.decimals,
  }
}
