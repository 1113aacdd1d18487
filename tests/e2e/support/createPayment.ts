import { type Address, getAddress, type Hex, parseUnits } from 'viem'
import { createStranger } from './payer.ts'
import type { World } from './world.ts'

/**
 * An item of a story's payment. `symbol` is a token's symbol on `devnet`, or ETH. An item invoiced in another currency states the
 * expected amount at the devnet's rates and prices.
 */
export type WantedItem = {
  symbol: string
  amount: string
  invoiced?: { currency: string; arriving: string }
}

/** One created item. `units` is the amount that the payee expects, and `feeUnits` the amount that the fee address expects. */
type PaymentItem = {
  symbol: string
  /** The token's address; null for the native coin. */
  token: Address | null
  payee: Address
  units: bigint
  paymentReference: Hex
}

/** A payment as the API returns it; every payee is an unused address. */
export type Payment = {
  token: string
  requestIds: readonly string[]
  hostedUrl: string
  items: readonly PaymentItem[]
}

/** Creates a secure payment, as a merchant's backend does. */
export async function createPayment(
  { devnet }: Pick<World, 'devnet'>,
  wanted: readonly WantedItem[],
  options: {
    fee?: { percentage: string; address: Address }
    /** Other members of the request body. */
    options?: object
  } = {},
): Promise<Payment> {
  const requests = wanted.map(({ symbol, amount, invoiced }) => ({
    payee: createStranger().address,
    amount,
    invoiceCurrency: invoiced?.currency ?? `${symbol}-devnet`,
    paymentCurrency: `${symbol}-devnet`,
  }))
  const { fee } = options
  const created = await devnet.client.securePayments.create({
    body: {
      requests,
      reference: 'Order 7781',
      ...(fee && { feePercentage: fee.percentage, feeAddress: fee.address }),
      ...options.options,
    },
  })
  const { items } = await devnet.client.securePayments.get({ params: { token: created.token } })
  return {
    token: created.token,
    requestIds: created.requestIds,
    hostedUrl: created.securePaymentUrl,
    items: requests.map(({ payee, amount }, index) => {
      const item = items[index]
      const symbol = wanted[index]?.symbol ?? ''
      const isNative = symbol === 'ETH'
      const token = isNative ? null : devnet.chains.token('devnet', symbol)
      return {
        symbol,
        token: token?.address ?? null,
        payee: getAddress(payee),
        units: parseUnits(wanted[index]?.invoiced?.arriving ?? amount, token?.decimals ?? 18),
        paymentReference: `0x${item?.paymentReference.slice(2) ?? ''}`,
      }
    }),
  }
}
