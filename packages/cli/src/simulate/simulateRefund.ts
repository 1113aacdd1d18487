import { CommandError } from '../errors.ts'
import { openLink } from './openLink.ts'
import { MERCHANT_INDEX } from './openWallet.ts'
import { finish, payLink } from './simulatePayment.ts'
import type { Simulated, Simulation } from './simulation.ts'
import { waitForEvent } from './waitForEvent.ts'

/**
 * Pays a link, refunds the payment, and pays the refund with the merchant's wallet.
 *
 * @throws CommandError
 */
export async function simulateRefund(simulation: Simulation): Promise<Simulated> {
  const { client, options, note } = simulation
  const received = await payLink(simulation, await openLink(simulation))
  const { requestId, since } = received
  await waitForEvent(simulation, { requestId, types: ['payment.confirmed'], since })
  const { payments } = await client.payments.search({ query: { requestId } })
  const [payment] = payments
  if (payment === undefined) throw new CommandError('The host lists no payment for its own event.')
  const params = { id: payment.id }
  const refund = await client.refunds.create({
    params,
    body: { amount: 'all', reason: 'simulated' },
  })
  if (refund.status !== 'open') {
    throw new CommandError(`The refund ${refund.id} is ${refund.status}.`, {
      hint: 'Approve it in the console: secure-payment open console.',
    })
  }
  note(
    `Created the refund ${refund.id}: ${refund.amount} ${refund.currency} to ${refund.recipient}`,
  )
  const { token } = await client.securePayments.createRefund({ body: { refundIds: [refund.id] } })
  const paying = { ...simulation, options: { ...options, token } }
  const paid = await payLink(paying, await openLink(paying), { localIndex: MERCHANT_INDEX })
  return finish(paying, 'refund', paid, ['refund.confirmed'])
}
