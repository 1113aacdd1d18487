import type { PayOption } from '../payOption.ts'
import { findOmitted } from '../steps/bridgeOptions.ts'
import { allOptions } from '../steps/payOptions.ts'
import type { Task } from '../steps/session.ts'
import { atQuote } from './atQuote.ts'
import { createQuoter } from './createQuoter.ts'
import { parseQuote } from './parseQuote.ts'

/**
 * Lists the ways to pay from other chains for an amount that contracts convert, after `direct`. The service quotes the amount that must
 * arrive; without a quote, only `direct` remains. Throws PaymentRefusedError.
 */
export async function convertedOptions(
  { session, signal }: Task,
  wallet: string,
  direct: PayOption,
): Promise<readonly PayOption[]> {
  const quoted = await session.api.quote({ wallet, signal })
  if (quoted.kind !== 'quote') return [direct]
  const answer = await session.api.metadata({ wallet, option: null, signal })
  if (answer.kind !== 'payment') return [direct]
  const payment = atQuote(answer.payment)
  const [, ...ways] = allOptions(payment, createQuoter(parseQuote(quoted.said)))
  return [{ ...direct, ...findOmitted(payment) }, ...ways]
}
