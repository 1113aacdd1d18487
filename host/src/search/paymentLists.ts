import type { Row } from '../db/schema.ts'

/** The list that every payment is on. */
export const ALL_PAYMENTS = ''

/** The list of the payments that a wallet made or received. The case of an EVM address does not matter; a Tron address is exact. */
export function walletList(address: string): string {
  return `w${address.startsWith('0x') ? address.toLowerCase() : address}`
}

/** The list of the payments with a merchant's reference. */
export function referenceList(reference: string): string {
  return `r${reference}`
}

/** Every list that a payment is on, each once. */
export function listsOf(
  payment: Pick<Row<'payments'>, 'payer' | 'payee' | 'reference'>,
): readonly string[] {
  const lists = new Set([ALL_PAYMENTS, walletList(payment.payee)])
  if (payment.payer !== null) lists.add(walletList(payment.payer))
  if (payment.reference !== null) lists.add(referenceList(payment.reference))
  return [...lists]
}
