import type { api, Output } from '@secure-payment/core/api'
import { atField } from '../../atField.ts'
import { recognizeWallet } from '../../auth/wallet/recognizeWallet.ts'
import type { Context } from '../../context.ts'
import type { AcceptedAnswer } from '../../http/acceptedAnswer.ts'
import type { Call } from '../../http/implement.ts'
import { guardScreenedPayer } from '../../paying/guardScreened.ts'
import { createRecurringPayout } from '../../recurring/createRecurringPayout.ts'
import { createSinglePayout } from './createSinglePayout.ts'

type Create = typeof api.payouts.create

/**
 * Creates a payout: one payment that the caller makes now, or, with `recurrence`, a schedule of payments that the
 * service makes.
 *
 * @throws InvalidInputError naming the payer, and what `guardScreenedPayer`, `createSinglePayout` and `createRecurringPayout` throw
 */
export async function createPayout(
  context: Context,
  call: Call<Create>,
): Promise<Output<Create> | AcceptedAnswer> {
  const { payer, payerField = 'payer', recurrence } = call.body
  // Runs before any other code reads the payer, so that an error names the field that the caller sent.
  if (payer !== undefined) atField(payerField, () => recognizeWallet(payer))
  await guardScreenedPayer(context, { payer: payer ?? null, caller: call.caller }, payerField)
  return recurrence === undefined
    ? createSinglePayout(context, call)
    : createRecurringPayout(context, call, recurrence)
}
