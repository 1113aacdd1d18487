import type { CustomerInfo } from '@secure-payment/core/api'

/** Returns the stated customer as the text of its column; null if it has no fields. */
export function writeCustomer(customer: CustomerInfo = {}): string | null {
  return Object.keys(customer).length === 0 ? null : JSON.stringify(customer)
}

/** Returns the customer's e-mail address in lower case, as the search for payments needs it; null if there is none. */
export function readCustomerEmail(column: string | null): string | null {
  if (column === null) return null
  // The host's own JSON, which `writeCustomer` wrote.
  const { email }: CustomerInfo = JSON.parse(column)
  return email?.toLowerCase() ?? null
}
