import { decodeTransferLog, isSameAddress, TOPICS } from '@secure-payment/core/evm'
import type { TransferStatus } from '../bridges/bridge.ts'
import type { ChainClient } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import { type Config, findServedNetwork } from '../config.ts'
import type { Context } from '../context.ts'
import { addressTopic } from '../detection/addressTopic.ts'
import { rescale } from '../settlement/rescale.ts'
import { isConfirmed } from './isConfirmed.ts'
import { bridgedTokens } from './sources.ts'
import type { TrackedIntent } from './trackedIntent.ts'

/** The minimum percentage of the sent amount that a refund must return; the bridge may keep its costs. */
const LEAST_PERCENT = 90n

/** A refund, as the source chain has it: the amount is in the token's base units. */
export type Refund = { symbol: string; decimals: number; units: bigint }

/**
 * Reads a refund that a bridge reports from the source chain, by the majority of its nodes. Null while the chain does not confirm it: the
 * bridge names no transaction there, its block is not confirmed, or it did not return nearly the sent amount to the payer after the deposit.
 * Without this check, a false report would let a payer pay again although the first payment still arrives.
 *
 * @throws ChainUnavailableError, NodesDisagreeError
 */
export async function readRefund(
  { chains, config }: { chains: Pick<Context['chains'], 'get'>; config: Pick<Config, 'networks'> },
  intent: TrackedIntent,
  { sender, status }: { sender: string; status: TransferStatus },
): Promise<Refund | null> {
  const { source, currency, sentUnits } = intent
  const { receiving } = status
  const sentToken = source.tokens.find(({ symbol }) => symbol === currency)
  const isServed = findServedNetwork(config, source.id) !== undefined
  if (!isServed || !receiving?.txHash || receiving.chainId !== source.chainId) return null
  const token = bridgedTokens(source).find(({ address }) => {
    return receiving.token !== null && isSameAddress(address, receiving.token)
  })
  if (token === undefined || sentToken === undefined || sentUnits === null) return null
  const client = chains.get(source.id)
  const outcome = await client.findReceipt(receiving.txHash)
  if (outcome === null || !outcome.succeeded) return null
  if (!(await isConfirmed(client, config, outcome))) return null
  const { blockNumber } = outcome
  const facts = { txHash: receiving.txHash, blockNumber, token: token.address, sender }
  const deposit = await client.getAgreedTransaction(intent.txHash)
  if (deposit === null || deposit.blockNumber === null || blockNumber < deposit.blockNumber)
    return null
  const units = await readReturned(client, facts)
  const sent = rescale(sentUnits, sentToken.decimals, token.decimals)
  if (units * 100n < sent * LEAST_PERCENT) return null
  return { symbol: token.symbol, decimals: token.decimals, units }
}

type RefundClient = Pick<ChainClient, 'network' | 'getAgreedBlocks' | 'getReceipts'>

/** Returns the sum of one transaction's transfers of a token to the payer, in base units. */
async function readReturned(
  client: RefundClient,
  facts: { txHash: `0x${string}`; blockNumber: bigint; token: string; sender: string },
): Promise<bigint> {
  const { txHash, blockNumber, token, sender } = facts
  const [block = null] = await client.getAgreedBlocks([blockNumber])
  if (block === null) throw new ChainUnavailableError(client.network.id, 'a block is missing')
  const topics = [[TOPICS.transfer], null, [addressTopic(sender)]]
  const [receipt] = await client.getReceipts([
    {
      transactionHash: txHash,
      blockHash: block.hash,
      logs: [{ addresses: [token.toLowerCase()], topics }],
    },
  ])
  if (receipt?.blockHash !== block.hash) {
    throw new ChainUnavailableError(client.network.id, `the receipt of ${txHash} is not available`)
  }
  return receipt.logs
    .map(decodeTransferLog)
    .filter((move) => move !== null)
    .filter((move) => isSameAddress(move.token, token) && isSameAddress(move.to, sender))
    .reduce((sum, { amountUnits }) => sum + amountUnits, 0n)
}
