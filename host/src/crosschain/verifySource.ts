import { checksumAddress } from '@secure-payment/core/evm'
import type { WholeTransaction } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import { keccak256 } from '../keccak.ts'
import { findPromise, isFunded } from './findPromise.ts'
import { isConfirmed } from './isConfirmed.ts'
import { readSent, type Sent, type Spent } from './readSent.ts'
import type { TrackedIntent } from './trackedIntent.ts'

/**
 * The relation of a source transaction to a payment:
 *
 * - `waiting`: it is unknown, or not in a block yet.
 * - `foreign`: it does not call LI.FI's contract, or lacks the payment's reference.
 * - `reverted`: it belongs to the payment, but transferred nothing.
 */
export type SourceVerdict = { kind: 'waiting' | 'foreign' | 'reverted' } | SoundSource

/** A source transaction that belongs to the payment. */
export type SoundSource = {
  kind: 'sound'
  /** The sender of the transaction, checksummed. */
  sender: string
  /** Null if no supported token left the wallet, or if the amount is unreadable. */
  sent: Spent | null
  /**
   * The amount ordered for the payee, in base units of the request's token. Null if the transaction contains no order, or sent too little
   * for it.
   */
  promisedUnits: bigint | null
}

/**
 * Verifies a source transaction with the majority of its chain's nodes, because any caller can send any hash. The result decides whether
 * the host follows a transfer at all, and whether it blocks other payers. After a reorganisation, a failed transaction could succeed, and a
 * payer who had paid again would have paid twice. The transaction therefore counts as failed only once its block is confirmed.
 *
 * @throws ChainUnavailableError, NodesDisagreeError
 */
export async function verifySource(
  { chains, config }: Pick<Context, 'chains' | 'config'>,
  intent: TrackedIntent,
): Promise<SourceVerdict> {
  const { source, txHash, request } = intent
  const client = chains.get(source.id)
  const transaction = await client.getAgreedTransaction(txHash)
  if (transaction === null) return { kind: 'waiting' }
  const diamond = source.contracts.LiFiDiamond?.address.toLowerCase()
  // The reference's 8 bytes are unencoded, so the input's hex contains the reference's hex.
  const reference = request.payment_reference.slice(2).toLowerCase()
  const isOurs = transaction.to === diamond && transaction.input.includes(reference)
  if (!isOurs) return { kind: 'foreign' }
  const { blockNumber } = transaction
  if (blockNumber === null) return { kind: 'waiting' }
  const receipt = await client.findReceipt(txHash)
  if (receipt === null) return { kind: 'waiting' }
  if (!receipt.succeeded) {
    const isFinal = await isConfirmed(client, config, receipt)
    return { kind: isFinal ? 'reverted' : 'waiting' }
  }
  const sender = checksumAddress(transaction.from, keccak256)
  const sent = await readSent(client, { hash: txHash, sender, blockNumber })
  return { kind: 'sound', sender, sent, promisedUnits: promisedBy(transaction, { intent, sent }) }
}

function promisedBy(
  { input }: WholeTransaction,
  { intent, sent }: { intent: TrackedIntent; sent: Sent | null },
): bigint | null {
  const promised = findPromise(input, intent.request)
  if (promised === null || sent === null) return null
  return isFunded(promised, { sent, decimals: intent.decimals }) ? promised.amountUnits : null
}
