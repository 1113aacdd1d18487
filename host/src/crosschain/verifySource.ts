import { checksumAddress } from '@secure-payment/core/evm'
import type { WholeTransaction } from '../chains/chainClient.ts'
import type { Context } from '../context.ts'
import { keccak256 } from '../keccak.ts'
import { findPromise, isFunded } from './findPromise.ts'
import { readSent, type Sent } from './readSent.ts'
import type { TrackedIntent } from './trackedIntent.ts'

/**
 * What a source transaction is to a payment. `waiting`: it is not known, or in no block yet. `foreign`: it is not a call of LI.FI's
 * contract, or does not carry the payment's reference. `reverted`: it is of the payment, and moved nothing.
 */
export type SourceVerdict = { kind: 'waiting' | 'foreign' | 'reverted' } | SoundSource

/** A source transaction that is of the payment. */
export type SoundSource = {
  kind: 'sound'
  /** Checksummed. */
  sender: string
  /** Null when no token that bridges carry left the wallet, or that cannot be read. */
  sent: Sent | null
  /** What it orders for the payee, in base units of the request's token; null when nothing, or without sending as much. */
  promisedUnits: bigint | null
}

/**
 * Judges a source transaction by what most nodes of its chain say of it. Anybody can name any hash, so this decides whether a
 * transfer is asked about at all, and whether others are kept from paying meanwhile.
 *
 * @throws ChainUnavailableError, NodesDisagreeError
 */
export async function verifySource(
  { chains }: Pick<Context, 'chains'>,
  intent: TrackedIntent,
): Promise<SourceVerdict> {
  const { source, txHash, request } = intent
  const client = chains.get(source.id)
  const transaction = await client.getAgreedTransaction(txHash)
  if (transaction === null) return { kind: 'waiting' }
  const diamond = source.contracts.LiFiDiamond?.address.toLowerCase()
  // The reference is 8 bytes of its own: it is in the input as hex text or nowhere.
  const reference = request.payment_reference.slice(2).toLowerCase()
  const isOurs = transaction.to === diamond && transaction.input.includes(reference)
  if (!isOurs) return { kind: 'foreign' }
  const { blockNumber } = transaction
  if (blockNumber === null) return { kind: 'waiting' }
  const receipt = await client.findReceipt(txHash)
  if (receipt === null) return { kind: 'waiting' }
  if (!receipt.succeeded) return { kind: 'reverted' }
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
