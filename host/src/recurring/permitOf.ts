import { ZERO_ADDRESS } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import type { PermitDomain, SchedulePermit } from '@secure-payment/core/recurring'
import type { Hex } from 'viem'
import type { Row } from '../db/schema.ts'

/** The columns that define a schedule's permit. */
export type PermitColumns = Pick<
  Row<'recurring_payments'>,
  | 'payer'
  | 'payee'
  | 'token_address'
  | 'amount_units'
  | 'fee_units'
  | 'fee_address'
  | 'total_payments'
  | 'first_payment_s'
  | 'period_s'
  | 'deadline_s'
  | 'permit_nonce'
>

/** Builds a stored schedule's permit. The permit never changes, because the payer signs it and each trigger call contains it. */
export function permitOf(row: PermitColumns): SchedulePermit {
  const feeAmount = BigInt(row.fee_units)
  return {
    subscriber: row.payer,
    token: row.token_address,
    recipient: row.payee,
    feeAddress: feeAmount === 0n ? ZERO_ADDRESS : (row.fee_address ?? ZERO_ADDRESS),
    amount: BigInt(row.amount_units),
    feeAmount,
    // The service pays the gas, so a payer signs only for the amount and the fee.
    relayerFee: 0n,
    periodSeconds: Number(row.period_s),
    firstPayment: Number(row.first_payment_s),
    totalPayments: row.total_payments,
    // `buildSchedule` wrote the column in this format.
    nonce: row.permit_nonce as Hex,
    deadline: row.deadline_s,
    strictOrder: true,
  }
}

/** Returns the scope of a schedule's permit: its EIP-712 domain. */
export function permitDomainOf(
  row: Pick<Row<'recurring_payments'>, 'network' | 'contract'>,
): PermitDomain {
  return { chainId: getNetwork(row.network).chainId, contract: row.contract }
}
