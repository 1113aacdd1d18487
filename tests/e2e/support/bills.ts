import { expect } from '@playwright/test'
import type { Payment } from './createPayment.ts'
import { createPaymentOver } from './crosschain.ts'
import type { World } from './world.ts'

/** Bills that are paid in USDC. `worth`: of their currency, in dollars. The bridge keeps 0.2 %, and at least 0.02. */
export const BILLS = {
  /** Contracts convert dollars one to one; a USDC costs 0.96 dollars at market. */
  USD: {
    amount: '12',
    worth: 1,
    dollars: 0.96,
    arriving: '12.5',
    leaving: '12.525',
    rate: '$0.96',
    case: 'that contracts convert',
  },
  /** No contract converts francs on this network. */
  CHF: {
    amount: '12',
    worth: 1.12,
    dollars: 0.56,
    arriving: '24',
    leaving: '24.048',
    rate: 'CHF\u00a00.50',
    case: 'for which no contract has a rate',
  },
} as const
export type BillCurrency = keyof typeof BILLS

/** Creates a bill; it also accepts the currencies with the ids `accepts`. */
export function bill(
  world: World,
  currency: BillCurrency,
  accepts: readonly string[] = [],
): Promise<Payment> {
  const { amount, arriving } = BILLS[currency]
  return createPaymentOver(world, { amount, invoiced: { currency, arriving }, accepts })
}

/** Sets the price of a USDC in dollars, and waits until the host has no earlier one in a currency. */
export async function setUsdc(
  world: World,
  currency: BillCurrency,
  dollars: number,
): Promise<void> {
  world.devnet.prices?.setSwitches({ dollars: { USDC: dollars } })
  const price = async () => {
    const { token } = await bill(world, currency)
    return Number(
      (await world.devnet.client.securePayments.quote({ params: { token }, body: {} })).price,
    )
  }
  await expect.poll(price).toBeCloseTo(dollars / BILLS[currency].worth, 5)
}
