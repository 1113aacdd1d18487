import type { Network } from '@secure-payment/core/networks'
import type { Row } from '../db/schema.ts'
import {
  type AllowancePlan,
  type AllowanceTransaction,
  allowanceTransactions,
} from './allowance.ts'

/** Builds the approvals that a schedule still lacks, for its payer to send in order; none when the allowance suffices. */
export function approveTransactions(
  network: Network,
  row: Pick<Row<'recurring_payments'>, 'token_address' | 'contract'>,
  { lackingUnits, currentUnits, neededUnits }: AllowancePlan,
): AllowanceTransaction[] {
  if (lackingUnits === 0n) return []
  return allowanceTransactions(network, {
    token: row.token_address,
    spender: row.contract,
    currentUnits,
    units: neededUnits,
  })
}
