import type { Converter } from '../machine/verifiedPayment.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { PayOption } from '../payOption.ts'
import { loadListed } from '../steps/listedTokens.ts'
import { allOptions } from '../steps/payOptions.ts'
import type { Task } from '../steps/session.ts'
import { tellServer } from '../steps/tellServer.ts'
import { createQuoter } from './createQuoter.ts'
import { openQuote } from './openQuote.ts'

/**
 * Lists the one way to pay a payment that the host prices, with the wallet's balance, which the service reads once it has a quote. Returns
 * null after it has reported a failure. `list` describes the ways with the price's check. Throws PaymentRefusedError.
 */
export async function quotedOptions(
  task: Task,
  payment: PaymentMetadata,
  list: (payment: PaymentMetadata, converter: Converter) => readonly PayOption[] = allOptions,
): Promise<readonly PayOption[] | null> {
  const { session, signal, tell } = task
  const { account } = session.state()
  if (account === null) return null
  const isPar = payment.items[0]?.quoted?.pricing === 'par'
  if (!isPar && account.wallet.kind === 'safe') {
    // The signers of a Safe may approve after the price has expired.
    tell({ type: 'request_failed', note: { code: 'no_option' } })
    return null
  }
  await loadListed(session, payment)
  if (isPar) return list(payment, createQuoter(null))
  const quote = await openQuote(task)
  if (quote === null) return null
  const answer = await session.api.metadata({ wallet: account.address, option: null, signal })
  if (answer.kind === 'payment') return list(answer.payment, createQuoter(quote))
  tellServer(answer, tell)
  return null
}
