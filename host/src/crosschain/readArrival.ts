import {
  decodePaymentLogs,
  decodeTransferLog,
  isSameAddress,
  TOPICS,
} from '@secure-payment/core/evm'
import type { Hex } from 'viem'
import type { Block, ChainClient, Receipt } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import type { Row } from '../db/schema.ts'
import { addressTopic } from '../detection/addressTopic.ts'
import { paymentFilter } from '../detection/paymentFilter.ts'

/** Tokens that a bridge's transaction delivered to a payee without the payment contract. */
export type Arrival = {
  blockNumber: bigint
  blockHash: Hex
  /** ISO 8601 UTC. */
  blockTime: string
  /**
   * The log index of each `Transfer` of that amount to the payee, ascending; the database shows which of them have not been credited yet.
   */
  logIndexes: readonly number[]
  units: bigint
}

type ArrivalClient = Pick<ChainClient, 'network' | 'getAgreedBlocks' | 'getReceipts'>

/**
 * Verifies a delivery that a bridge reports, with the majority of the destination chain's nodes. Null if the chain does not confirm it: the
 * transaction failed, or transferred no such amount of the request's token to the payee. Also null if the transaction contains an event of
 * the payment contract for the payee. The tokens then belong to that event, which the watcher counts towards the event's own request.
 *
 * @throws ChainUnavailableError, NodesDisagreeError
 */
export async function readArrival(
  client: ArrivalClient,
  request: Pick<Row<'requests'>, 'payee' | 'token_address'>,
  told: { txHash: Hex; blockNumber: bigint; units: bigint },
): Promise<Arrival | null> {
  const { payee, token_address: token } = request
  if (token === null) return null
  const [block = null] = await client.getAgreedBlocks([told.blockNumber])
  if (block === null) throw new ChainUnavailableError(client.network.id, 'a block is missing')
  const receipt = await readReceipt(client, { ...told, block, token, payee })
  const isOfContract = decodePaymentLogs(receipt.logs).some((log) =>
    isSameAddress(log.payee, payee),
  )
  if (!receipt.succeeded || isOfContract) return null
  const transfers = receipt.logs.map(decodeTransferLog).filter((transfer) => transfer !== null)
  const logIndexes = transfers
    .filter(({ to, amountUnits }) => isSameAddress(to, payee) && amountUnits === told.units)
    .filter((transfer) => isSameAddress(transfer.token, token))
    .map(({ logIndex }) => logIndex)
  if (logIndexes.length === 0) return null
  return {
    blockNumber: block.number,
    blockHash: block.hash,
    blockTime: new Date(block.timestampS * 1_000).toISOString(),
    logIndexes: logIndexes.toSorted((a, b) => a - b),
    units: told.units,
  }
}

async function readReceipt(
  client: ArrivalClient,
  facts: { txHash: Hex; block: Block; token: string; payee: string },
): Promise<Receipt> {
  const { txHash, block, token, payee } = facts
  const { addresses, topics } = paymentFilter(client.network)
  const moved = [[TOPICS.transfer], null, [addressTopic(payee)]]
  const [receipt] = await client.getReceipts([
    {
      transactionHash: txHash,
      blockHash: block.hash,
      logs: [
        { addresses, topics: [topics] },
        { addresses: [token.toLowerCase()], topics: moved },
      ],
    },
  ])
  if (receipt?.blockHash === block.hash) return receipt
  throw new ChainUnavailableError(client.network.id, `the receipt of ${txHash} is not available`)
}
