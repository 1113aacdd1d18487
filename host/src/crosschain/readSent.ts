import { decodeTransferLog, isSameAddress, TOPICS } from '@secure-payment/core/evm'
import type { Token } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { ChainClient, Receipt } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import { addressTopic } from '../detection/addressTopic.ts'
import { rescale } from '../settlement/rescale.ts'
import { bridgedTokens } from './sources.ts'

/** The amount that a transaction moved from its sender, in base units of the token. */
export type Sent = { token: Token; units: bigint }

/** The amount that a transaction moved from its sender, with the transaction's cost. */
export type Spent = Sent & {
  /** The gas cost, in base units of the network's coin; null if unknown. */
  gasUnits: bigint | null
  /** The time of the transaction's block, as ISO 8601 UTC. */
  blockTime: string
}

type SentClient = Pick<ChainClient, 'network' | 'getAgreedBlocks' | 'getReceipts'>

/**
 * Reads the amount that a transaction moved from its sender, from the tokens' logs, as most nodes report them, minus any tokens that came
 * back. If the transaction moved several tokens that bridges carry, returns the token with the largest amount. Null if it moved no such
 * token, or its receipt is too large.
 *
 * @throws ChainUnavailableError, NodesDisagreeError
 */
export async function readSent(
  client: SentClient,
  transaction: { hash: Hex; sender: string; blockNumber: bigint },
): Promise<Spent | null> {
  const tokens = bridgedTokens(client.network)
  const { hash, sender, blockNumber } = transaction
  const { receipt, blockTime } = await readReceipt(client, { hash, sender, blockNumber, tokens })
  if (receipt === null || !receipt.succeeded) return null
  const moves = receipt.logs.map(decodeTransferLog).filter((move) => move !== null)
  const sums = tokens.map((token): Sent => {
    const own = moves.filter((move) => isSameAddress(move.token, token.address))
    const units = own.reduce((sum, { from, to, amountUnits }) => {
      const outUnits = isSameAddress(from, sender) ? amountUnits : 0n
      const backUnits = isSameAddress(to, sender) ? amountUnits : 0n
      return sum + outUnits - backUnits
    }, 0n)
    return { token, units }
  })
  const [most] = sums.filter(({ units }) => units > 0n).sort(byWorth)
  return most === undefined ? null : { ...most, gasUnits: receipt.costUnits, blockTime }
}

/** Sorts by amount, the largest first; amounts are comparable because each token is worth a dollar. */
function byWorth(left: Sent, right: Sent): number {
  const decimals = Math.max(left.token.decimals, right.token.decimals)
  const [a = 0n, b = 0n] = [left, right].map(({ units, token }) =>
    rescale(units, token.decimals, decimals),
  )
  return a === b ? 0 : a > b ? -1 : 1
}

async function readReceipt(
  client: SentClient,
  facts: { hash: Hex; sender: string; blockNumber: bigint; tokens: readonly Token[] },
): Promise<{ receipt: Receipt | null; blockTime: string }> {
  const { hash, sender, blockNumber, tokens } = facts
  const [block = null] = await client.getAgreedBlocks([blockNumber])
  if (block === null) throw new ChainUnavailableError(client.network.id, 'a block is missing')
  const addresses = tokens.map(({ address }) => address.toLowerCase())
  const own = [addressTopic(sender)]
  const [receipt] = await client.getReceipts([
    {
      transactionHash: hash,
      blockHash: block.hash,
      logs: [
        { addresses, topics: [[TOPICS.transfer], own] },
        { addresses, topics: [[TOPICS.transfer], null, own] },
      ],
    },
  ])
  if (receipt === undefined) {
    throw new ChainUnavailableError(client.network.id, `the receipt of ${hash} is not available`)
  }
  return { receipt, blockTime: new Date(block.timestampS * 1_000).toISOString() }
}
