import { findNetwork } from '@secure-payment/core/networks'
import { plainText } from '@secure-payment/widget/design'
import type { UnmatchedRecord } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'

/** An unmatched payment in words. */
export type UnmatchedWords = {
  readonly amount: string
  readonly network: string
  /** Null where no rate was available. */
  readonly worth: string | null
  readonly label: string
  readonly advice: string
}

const DOLLAR_PLACES = 2

/** Describes the API's data of an unmatched payment in words. */
export function describeUnmatched(
  record: UnmatchedRecord,
  { format, text }: Pick<SignedInContext, 'format' | 'text'>,
): UnmatchedWords {
  const { unmatched } = text
  const { amount, currency, worthUsd, reason } = record
  const known = Object.entries(unmatched.reasons).find(([name]) => name === reason)?.[1]
  const { label, text: advice } = known ?? unmatched.otherReason(plainText(reason))
  return {
    amount:
      amount === null || currency === null
        ? unmatched.unlisted
        : format.money(amount, plainText(currency)),
    network: findNetwork(record.network)?.name ?? plainText(record.network),
    worth: worthUsd === null ? null : unmatched.worth(format.money(toCents(worthUsd), 'USD')),
    label,
    advice,
  }
}

/** Cut, not rounded up: `12.49875` is `12.49`. */
function toCents(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(DOLLAR_PLACES, '0').slice(0, DOLLAR_PLACES)}`
}
