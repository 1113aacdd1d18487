import type { Devnet } from '@secure-payment/devnet'

/** The only network of the browser benchmarks. */
export const NETWORK = 'devnet'

/** Creates a payment; resolves with the URL of its hosted page. */
export async function createBenchPayment({ client, chains }: Devnet): Promise<string> {
  const [payee] = chains.accounts
  const currency = `USDC-${NETWORK}`
  const { securePaymentUrl } = await client.securePayments.create({
    body: {
      requests: [
        {
          payee: payee?.address ?? '',
          amount: '12.5',
          invoiceCurrency: currency,
          paymentCurrency: currency,
        },
      ],
    },
  })
  return securePaymentUrl
}
