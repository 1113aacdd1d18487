import { getNetwork } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import { ChainNotConfiguredError, ChainUnavailableError } from '../../chains/errors.ts'
import type { Context } from '../../context.ts'
import type { StoredItem } from './loadSecurePayment.ts'

/**
 * Whether a transaction that a payer names, on the payment's network or one that a bridge leads from, is known to a node, in a block or waiting for one, and carries the payment reference of
 * one of the items, so that a stranger's foreign transaction does not count. When no node answers the payer is believed: money
 * may be on its way.
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
    context.log.warn({ network, reason: error.message }, 'Could not look for a transaction')
    return true
  }
}

/** What a transaction says, in lower-case hex; null when no node knows it. `txHash` is in the form of its network. */
async function findContent(
  { chains }: Pick<Context, 'chains'>,
  network: string,
  txHash: string,
): Promise<string | null> {
  if (getNetwork(network).family === 'tron') {
    const found = await chains.getTron(network).findTransaction(txHash)
    return found?.rawDataHex ?? null
  }
  // Its form has been checked.
  const found = await chains.get(network).findTransaction(txHash as Hex)
  return found?.input ?? null
}
