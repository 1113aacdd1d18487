import type { CustomerInfo } from '@secure-payment/core/api'
import type { Row } from '../../db/schema.ts'
import { readCustomer } from './describeRequest.ts'

/** Returns the customer's name and e-mail address, without the postal address; null if there is no customer. */
export function nameCustomer(
  request: Pick<Row<'requests'>, 'customer_info'>,
): Pick<CustomerInfo, 'firstName' | 'lastName' | 'email'> | null {
  const customer = readCustomer(request)
  if (customer === null) return null
  const { firstName, lastName, email } = customer
  return {
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(email !== undefined && { email }),
  }
}
