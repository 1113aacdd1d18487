/** Returns the next step for a payer whose payment was cancelled, with the merchant's contact if there is one. */
export function askMerchant(supportUrl: string | null): string {
  if (supportUrl === null) return 'Ask the merchant, and do not pay.'
  return `Ask the merchant, and do not pay: ${supportUrl}`
}
