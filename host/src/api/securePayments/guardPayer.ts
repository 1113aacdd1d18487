import { isPayerAccepted, missingPayer } from '../../access/accessPolicy.ts'
import { PayerNotAllowedError } from '../../access/errors.ts'
import { noteRejection } from '../../access/noteRejection.ts'
import type { Context } from '../../context.ts'
import { describeSecurePayment } from './describeSecurePayment.ts'
import { guardPayable } from './guardPayable.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'

/** The member of a call that names the payer. */
export type PayerField = 'wallet' | 'walletAddress' | 'payer'

/**
 * Accepts only a wallet that the payment's access policy accepts; the merchant receives an event about others. It
 * guards the responses of this service: a payment that another wallet still sends on chain counts as any payment does.
 * `field` is the member of the call that names the payer.
 *
 * @throws PayerNotAllowedError, InvalidInputError without a wallet, and what `guardPayable` throws, before the merchant
 * is notified
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
