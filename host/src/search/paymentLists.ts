import type { Row } from '../db/schema.ts'
import { amountsOf } from './amountsOf.ts'

/** The list of all payments. */
export const ALL_PAYMENTS = ''

/**
 * Returns the list of the payments that a wallet made or received. An EVM address's case does not matter; that of a Tron address
 * does.
 */
export function walletList(address: string): string {
  return `w${address.startsWith('0x') ? address.toLowerCase() : address}`
}

/** Returns the list of the payments with a merchant's reference. */
export function referenceList(reference: string): string {
  return `r${reference}`
}

/** Returns the list of payments for a customer's e-mail address, which is in lower case. */
export function emailList(email: string): string {
  return `e${email}`
}

/** Returns the list of the payments with an amount, in the format of `amountsOf`. */
export function amountList(amount: string): string {
  return `a${amount}`
}

/** Returns the list of payments through a reusable link, from all payers. */
export function linkList(token: string): string {
  return `l${token}`
}

/** Returns all lists of a payment, without duplicates. */
export function listsOf(payment: ListedPayment): readonly string[] {
  const lists = new Set([ALL_PAYMENTS, walletList(payment.payee)])
  if (payment.payer !== null) lists.add(walletList(payment.payer))
  if (payment.reference !== null) lists.add(referenceList(payment.reference))
  if (payment.customer_email !== null) lists.add(emailList(payment.customer_email))
  if (payment.link_token !== null) lists.add(linkList(payment.link_token))
  for (const amount of amountsOf(payment)) lists.add(amountList(amount))
  return [...lists]
}

/** The columns of a payment that determine its lists. */
type ListedPayment = Pick<
  Row<'payments'>,
  | 'payer'
  | 'payee'
  | 'reference'
  | 'customer_email'
  | 'invoice_currency'
  | 'payment_currency'
  | 'request_units'
  | 'credited_units'
  | 'link_token'
>
