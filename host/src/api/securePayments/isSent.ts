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
    // The schema of the body has proven the form of the hash.
    const found = await context.chains.get(network).findTransaction(txHash as Hex)
    if (found === null) return false
    return requests.some(({ payment_reference }) =>
      found.input.includes(payment_reference.slice(2).toLowerCase()),
    )
  } catch (error) {
    const isUnknowable =
      error instanceof ChainUnavailableError || error instanceof ChainNotConfiguredError
    if (!isUnknowable) throw error
    context.log.warn({ network, reason: error.message }, 'Could not look for a transaction')
    return true
  }
}
