import { formatAmount } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { findCurrencyByToken, getCurrency } from '@secure-payment/core/catalogue'
import { findNetwork } from '@secure-payment/core/networks'
import type { Row } from '../../db/schema.ts'
import { describeRefunded } from '../../refunds/readRefunded.ts'

type Described = Output<typeof api.unmatchedPayments.list>['unmatchedPayments'][number]

/**
 * Returns an unmatched payment in the API's format. `request` is the request with the payment's reference, if the request
 * still exists; `refundedUnits` is the amount that refunds returned.
 */
export function describeUnmatchedPayment(
  row: Row<'unmatched_payments'>,
  request: Pick<Row<'requests'>, 'reference' | 'payment_reference'> | undefined,
  refundedUnits: bigint,
): Described {
  const network = findNetwork(row.network)
  const found = network && findCurrencyByToken(network, row.token_address)?.currency
  return {
    id: row.id,
    network: row.network,
    txHash: row.tx_hash,
    logIndex: row.log_index,
    blockNumber: Number(row.block_number),
    tokenAddress: row.token_address,
    payerAddress: row.payer,
    payee: row.payee,
    amountUnits: row.amount_units,
    currency: found === undefined ? null : getCurrency(found.id).symbol,
    amount: found === undefined ? null : formatAmount(BigInt(row.amount_units), found.decimals),
    worthUsd: row.worth_usd,
    isNotable: row.is_notable === 1,
    reason: row.reason,
    requestId: row.request_id === '' ? null : row.request_id,
    reference: request?.reference ?? null,
    // Earlier releases stored payments without this column.
    paymentReference: row.payment_reference ?? request?.payment_reference ?? null,
    claimedRequestId: row.claimed_request_id,
    ...describeRefundedOf(row, { refundedUnits, currencyId: found?.id }),
    detectedAt: row.detected_at,
  }
}

/** Only a payment in a listed token has refunds. */
function describeRefundedOf(
  { arrived_units, amount_units }: Row<'unmatched_payments'>,
  { refundedUnits, currencyId }: { refundedUnits: bigint; currencyId: string | undefined },
) {
  if (currencyId === undefined) return { refundedAmount: '0', refundStatus: 'none' } as const
  const receivedUnits = BigInt(arrived_units ?? amount_units)
  return describeRefunded(refundedUnits, { receivedUnits, currency: currencyId })
}
