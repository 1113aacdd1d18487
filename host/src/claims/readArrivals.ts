import { decodePaymentLogs } from '@secure-payment/core/evm'
import type { ChainClient } from '../chains/chainClient.ts'
import type { NetworkConfig } from '../config.ts'
import { logsThatMatter } from '../detection/logsThatMatter.ts'
import { notationOf } from '../detection/notationOf.ts'
import { payerOf } from '../detection/payerOf.ts'
import { paymentFilter } from '../detection/paymentFilter.ts'
import { creditedUnits } from '../payments/creditedUnits.ts'

/** Money that a payment event brought to its payee, in base units of the token. The payer is written as in the `payments` table. */
export type Arrived = { units: bigint; payer: string }

/**
 * Reads the amounts that a recorded transaction's payments actually brought, by log index, as most nodes report them. The result is empty
 * if that block does not contain the transaction, and null for a receipt that is too large to read.
 *
 * @throws ChainUnavailableError, NodesDisagreeError
 */
export async function readArrivals(
  client: Pick<ChainClient, 'network' | 'getLogs' | 'getReceipts'>,
  { finality }: Pick<NetworkConfig, 'finality'>,
  place: { blockNumber: bigint; txHash: string },
): Promise<ReadonlyMap<number, Arrived> | null> {
  const { network } = client
  const notation = notationOf(network)
  const filter = paymentFilter(network)
  const range = { fromBlock: place.blockNumber, toBlock: place.blockNumber }
  const { logs } = await client.getLogs(range, filter, { confirmedBy: finality })
  const claimed = decodePaymentLogs(logs).filter(
    ({ transactionHash }) => notation.txHash(transactionHash) === place.txHash,
  )
  const [first] = claimed
  if (first === undefined) return new Map()
  const { transactionHash, blockHash } = first
  const [receipt] = await client.getReceipts([
    { transactionHash, blockHash, logs: claimed.flatMap((log) => logsThatMatter(network, log)) },
  ])
  if (!receipt) return null
  if (!receipt.succeeded) return new Map()
  // Another contract may emit the same event in the same transaction.
  const payments = decodePaymentLogs(receipt.logs).filter(({ contract }) =>
    filter.addresses.includes(contract.toLowerCase()),
  )
  const credits = creditedUnits(
    payments.filter(({ kind }) => kind === 'erc20'),
    receipt.logs,
  )
  return new Map(
    payments.map((log) => {
      const native = { units: log.token === null ? log.amountUnits : 0n, from: null }
      const credit = credits.get(log.logIndex) ?? native
      const payer = notation.wallet(payerOf(network, { log, credit }, receipt))
      return [log.logIndex, { units: credit.units, payer }]
    }),
  )
}
