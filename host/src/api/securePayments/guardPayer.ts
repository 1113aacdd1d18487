import { isPayerAccepted, missingPayer } from '../../access/accessPolicy.ts'
import { PayerNotAllowedError } from '../../access/errors.ts'
import { noteRejection } from '../../access/noteRejection.ts'
import type { Context } from '../../context.ts'
import { describeSecurePayment } from './describeSecurePayment.ts'
import { guardPayable } from './guardPayable.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'

/** The member of a call that says who pays. */
export type PayerField = 'wallet' | 'walletAddress' | 'payer'

/**
 * Lets only a wallet through that the payment's access policy accepts; the merchant hears of others. It guards what this service hands out: what
 * another wallet sends on chain all the same is counted as any payment. `field` is the one of the call that says who pays.
 *
 * @throws PayerNotAllowedError, InvalidInputError without a wallet, and what `guardPayable` throws, before the merchant is told
 */
export function guardPayer(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now' | 'random'>,
  stored: StoredSecurePayment,
  wallet: string | null,
  field: PayerField = 'wallet',
): void {
  const { securePayment, requests } = stored
  if (isPayerAccepted(stored, wallet)) return
  const payment = describeSecurePayment(context.config, stored, context.now())
  guardPayable(payment)
  if (wallet === null) throw missingPayer(field)
  const subject = { ...securePayment, requestIds: requests.map(({ id }) => id) }
  noteRejection(context, { subject, wallet })
  throw new PayerNotAllowedError(payment)
}
