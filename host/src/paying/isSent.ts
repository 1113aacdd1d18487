import { getNetwork, type Network } from '@secure-payment/core/networks'
import { MalformedTronTransactionError, parseTronTransaction } from '@secure-payment/core/tron'
import type { Hex } from 'viem'
import { ChainNotConfiguredError, ChainUnavailableError } from '../chains/errors.ts'
import type { FoundTronTransaction } from '../chains/tronChain.ts'
import type { Context } from '../context.ts'
import type { StoredItem } from './loadSecurePayment.ts'

/**
 * Returns whether a node has a payer's transaction, mined or pending. The transaction is on the payment's network or on a bridge's source
 * network. The transaction must carry the payment reference of one of the items, so that a stranger's unrelated transaction does not count.
 * If no node responds, the payer is trusted, because money may be in transit.
 */
export async function isSent(
  context: Pick<Context, 'chains' | 'log'>,
  requests: readonly Pick<StoredItem, 'payment_reference'>[],
  { network, txHash }: { network: string; txHash: string },
): Promise<boolean> {
  try {
    const content = await findContent(context, network, txHash)
    if (content === null) return false
    return requests.some(({ payment_reference }) =>
      content.includes(payment_reference.slice(2).toLowerCase()),
    )
  } catch (error) {
    const isUnknowable =
      error instanceof ChainUnavailableError || error instanceof ChainNotConfiguredError
    if (!isUnknowable) throw error
    context.log.warn({ network, reason: error.message }, 'Could not search for a transaction')
    return true
  }
}

/** Reads a transaction's content as lower-case hex; null if no node has the transaction. `txHash` is in its network's format. */
async function findContent(
  { chains }: Pick<Context, 'chains'>,
  networkId: string,
  txHash: string,
): Promise<string | null> {
  const network = getNetwork(networkId)
  if (network.family === 'tron') {
    const found = await chains.getTron(networkId).findTransaction(txHash)
    return found === null ? null : payingContent(network, found)
  }
  // The format has been checked.
  const found = await chains.get(networkId).findTransaction(txHash as Hex)
  return found?.input ?? null
}

/**
 * A transaction on Tron may be free for its sender: a memo, or a call that fails for lack of energy. To stop such a transaction from
 * blocking a payment, only a call to the payment contract counts, until it has failed.
 */
function payingContent(
  { contracts }: Network,
  { rawDataHex, result }: FoundTronTransaction,
): string | null {
  if (result !== null && result !== 'SUCCESS') return null
  try {
    const { contract, data } = parseTronTransaction(rawDataHex)
    return contract === contracts.ERC20FeeProxy?.address ? data : null
  } catch (error) {
    if (error instanceof MalformedTronTransactionError) return null
    throw error
  }
}
