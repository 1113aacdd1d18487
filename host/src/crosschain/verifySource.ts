import { checksumAddress } from '@secure-payment/core/evm'
import type { Context } from '../context.ts'
import { keccak256 } from '../keccak.ts'
import type { TrackedIntent } from './trackedIntent.ts'

/**
 * What a source transaction is to a payment. `waiting`: it is not known, or in no block yet. `foreign`: it is not a call of LI.FI's
 * contract, or does not carry the payment's reference. `reverted`: it is of the payment, and moved nothing.
 */
export type SourceVerdict =
  | { kind: 'waiting' | 'foreign' | 'reverted' }
  | { kind: 'sound'; sender: string }

/**
 * Judges a source transaction by what most nodes of its chain say of it. Anybody can name any hash, so this decides whether a
 * transfer is asked about at all.
 *
 * @throws ChainUnavailableError, NodesDisagreeError
 */
export async function verifySource(
  { chains }: Pick<Context, 'chains'>,
  { source, txHash, request }: TrackedIntent,
): Promise<SourceVerdict> {
  const client = chains.get(source.id)
  const transaction = await client.getAgreedTransaction(txHash)
  if (transaction === null) return { kind: 'waiting' }
  const diamond = source.contracts.LiFiDiamond?.address.toLowerCase()
  // The reference is 8 bytes of its own: it is in the input as hex text or nowhere.
  const reference = request.payment_reference.slice(2).toLowerCase()
  const isOurs = transaction.to === diamond && transaction.input.includes(reference)
  if (!isOurs) return { kind: 'foreign' }
  if (transaction.blockNumber === null) return { kind: 'waiting' }
  const receipt = await client.findReceipt(txHash)
  if (receipt === null) return { kind: 'waiting' }
  if (!receipt.succeeded) return { kind: 'reverted' }
  return { kind: 'sound', sender: checksumAddress(transaction.from, keccak256) }
}
