import { quotedOptions } from '../quotes/quotedOptions.ts'
import { readQuoted, verifyQuoted } from '../quotes/readQuoted.ts'
import { renewQuote } from '../quotes/renewQuote.ts'
import type { PayParts } from '../steps/pay.ts'
import type { Rail } from '../steps/rail.ts'
import { createEvm } from './evm.ts'

/** Payments on an EVM network whose amount the host fixes: a plain payment, at par or at a quote. */
export function createQuoted(parts: PayParts): Rail {
  return {
    ...createEvm({ ...parts, renew: renewQuote }),
    options: quotedOptions,
    review: (task) => readQuoted(task, parts.canPermit ?? true),
    verify: verifyQuoted,
  }
}
