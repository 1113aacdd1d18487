import type { RecurringPayout } from '@secure-payment/core/api'
import { PERMIT_DOMAIN, permitTypedData } from '@secure-payment/core/recurring'
import type { Row } from '../db/schema.ts'
import { type PermitColumns, permitDomainOf, permitOf } from './permitOf.ts'

/**
 * Describes a stored schedule's permit as typed data to sign, with the member names of EIP-712 and of ethers. The data of a schedule never
 * changes.
 */
export function describePermit(
  row: PermitColumns & Pick<Row<'recurring_payments'>, 'network' | 'contract'>,
): RecurringPayout['recurringPaymentPermit'] {
  const { domain, types, primaryType, message } = permitTypedData(
    permitOf(row),
    permitDomainOf(row),
  )
  return {
    domain: { ...domain, ...PERMIT_DOMAIN },
    types,
    values: message,
    primaryType,
    message,
  }
}
