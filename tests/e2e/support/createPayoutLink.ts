import { getAddress, parseUnits } from 'viem'
import type { Payment, WantedItem } from './createPayment.ts'
import { createStranger } from './payer.ts'
import type { World } from './world.ts'

/** Creates a payout link for one or several payouts, as a business's backend does. */
export async function createPayoutLink(
  { devnet }: Pick<World, 'devnet'>,
  wanted: readonly Omit<WantedItem, 'invoiced'>[],
): Promise<Payment> {
  const payouts = wanted.map(({ symbol, amount }) => ({
    recipient: createStranger().address,
    network: 'devnet',
    currency: `${symbol}-devnet`,
    amount,
  }))
  const [first] = payouts
  const reference = 'Payroll November'
  const body = payouts.length === 1 && first ? { ...first, reference } : { payouts, reference }
  const created = await devnet.client.securePayments.createPayout({ body })
  const { items } = await devnet.client.securePayments.get({ params: { token: created.token } })
  return {
    token: created.token,
    requestIds: created.requestIds,
    hostedUrl: created.securePaymentUrl,
    items: payouts.map(({ recipient, amount }, index) => {
      const symbol = wanted[index]?.symbol ?? ''
      const token = symbol === 'ETH' ? null : devnet.chains.token('devnet', symbol)
      return {
        symbol,
        token: token?.address ?? null,
        payee: getAddress(recipient),
        units: parseUnits(amount, token?.decimals ?? 18),
        paymentReference: `0x${items[index]?.paymentReference.slice(2) ?? ''}`,
      }
    }),
  }
}
