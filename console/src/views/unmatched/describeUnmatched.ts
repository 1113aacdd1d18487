import { findNetwork } from '@secure-payment/core/networks'
import { plainText } from '@secure-payment/widget/design'
import type { UnmatchedRecord } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'

/** An unmatched payment's data as display text. */
export type UnmatchedWords = {
  readonly amount: string
  readonly network: string
  /** The value; null if no rate was available. */
  readonly worth: string | null
  readonly label: string
  readonly advice: string
}

/** Converts the API's data about an unmatched payment to display text. */
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
    worth: worthUsd === null ? null : unmatched.worth(format.money(worthUsd, 'USD')),
    label,
    advice,
  }
}
