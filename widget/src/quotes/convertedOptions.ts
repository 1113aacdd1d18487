import type { PaymentMetadata } from '../paymentMetadata.ts'
import type { PayOption } from '../payOption.ts'
import { findMissing } from '../steps/bridgeOptions.ts'
import { loadListed } from '../steps/listedTokens.ts'
import { allOptions } from '../steps/payOptions.ts'
import type { Task } from '../steps/session.ts'
import { atQuote } from './atQuote.ts'
import { createQuoter } from './createQuoter.ts'
import { parseQuote } from './parseQuote.ts'

/**
 * Lists the ways to pay, at a quote, an amount that contracts could convert: on the payment's own network first, then from other chains.
 * Null without a quote: the contracts then convert. Throws PaymentRefusedError.
 */
export async function convertedOptions(
  { session, signal }: Task,
  known: PaymentMetadata,
  wallet: string,
): Promise<readonly PayOption[] | null> {
  const quoted = await session.api.quote({ wallet, signal })
  if (quoted.kind !== 'quote') return null
  const quoter = createQuoter(parseQuote(quoted.said))
  const [answer] = await Promise.all([
    session.api.metadata({ wallet, option: null, signal }),
    loadListed(session, known),
  ])
  if (answer.kind !== 'payment') return null
  const { payment } = answer
  const [direct, ...ways] = allOptions(atQuote(payment), quoter)
  if (direct === undefined) return null
  return [{ ...withBalance(direct, { payment }), isQuoted: true }, ...ways]
}

/** Compares the balance with the quoted amount: the service compares it with the most that a conversion may spend. */
function withBalance(direct: PayOption, { payment }: { payment: PaymentMetadata }): PayOption {
  const { balance, needed, symbol, hasEnoughGas } = direct
  if (balance === null) return direct
  const cost = { symbol, amount: needed }
  const missing = findMissing(cost, { balance, hasEnoughBalance: false })
  const isNative = symbol === payment.chain.nativeCurrency.symbol
  // The service adds the network fee to the most that a conversion may spend; the transactions' own check follows.
  const gas = isNative && missing === null && hasEnoughGas === false ? null : hasEnoughGas
  return { ...direct, hasEnoughBalance: missing === null, missing, hasEnoughGas: gas }
}
