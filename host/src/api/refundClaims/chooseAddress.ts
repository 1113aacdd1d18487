import type { Context } from '../../context.ts'
import { chooseRecipient, verifyRecipient } from '../../refunds/chooseRecipient.ts'
import { originOf, planPart } from '../refunds/commitRefunds.ts'
import type { LoadedPayment } from '../refunds/loadPayment.ts'

/**
 * Returns the address that a payer states, in its canonical form. The address passes a refund's checks: it belongs to a wallet with a key,
 * or to the contract that paid. It is not a token, a payment contract or a payee.
 *
 * @throws InvalidInputError naming `recipient`, ChainUnavailableError
 */
export async function chooseAddress(
  context: Pick<Context, 'chains' | 'config'>,
  payment: LoadedPayment,
  stated: string,
): Promise<string> {
  const recipient = chooseRecipient(payment, stated)
  const units = BigInt(payment.credited_units)
  planPart(context, { origin: originOf(payment), recipient, units, invoiceUnits: null })
  await verifyRecipient(context, { payment, recipient, isStated: true })
  return recipient
}
