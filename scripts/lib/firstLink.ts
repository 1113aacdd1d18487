/** A payment link of `npm start`: its page, and the `curl` command that creates another one. */
export type FirstLink = { readonly url: string; readonly command: string }

type Merchant = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly payee: string
  readonly network: string
}

/**
 * Creates a payment link of 14.50 USDC with the API, so that a newcomer has a link to open and a command to repeat.
 *
 * @throws Error if the host rejects the call, with its response.
 */
export function createFirstLink(merchant: Merchant): Promise<FirstLink> {
  return createLink(merchant, { amount: '14.5', invoiceCurrency: `USDC-${merchant.network}` })
}

/**
 * Creates a payment link of 80 francs, which the payer pays in USDC at a quoted price.
 *
 * @throws Error if the host rejects the call, with its response.
 */
export function createQuotedLink(merchant: Merchant): Promise<FirstLink> {
  return createLink(merchant, { amount: '80', invoiceCurrency: 'CHF' })
}

async function createLink(
  link: Merchant,
  invoice: { readonly amount: string; readonly invoiceCurrency: string },
): Promise<FirstLink> {
  const item = { payee: link.payee, ...invoice, paymentCurrency: `USDC-${link.network}` }
  const url = `${link.baseUrl}/v2/secure-payments`
  const headers = { 'x-api-key': link.apiKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ requests: [item] })
  const response = await fetch(url, { method: 'POST', headers, body })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`POST ${url} returned ${response.status}: ${text}`)
  const options = Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`)
  const command = [`curl ${url}`, ...options, `-d '${body}'`].join(' \\\n    ')
  return { url: JSON.parse(text).securePaymentUrl, command }
}
