import type { PaymentLog } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { Row } from '../db/schema.ts'
import { UNWEIGHED, type UnmatchedPayment } from '../settlement/detectedPayment.ts'
import { notationOf } from './notationOf.ts'

/** The request that an event's reference names; an unknown reference has an empty `id`, and no `payment_reference`. */
type NamedRequest = Pick<Row<'requests'>, 'id' | 'tenant_id'> & { payment_reference: string | null }

/** Returns the stored form of a payment event that does not count. */
export function toUnmatched(
  network: Network,
  { log, request }: { log: PaymentLog; request: NamedRequest },
  reason: string,
): UnmatchedPayment {
  const notation = notationOf(network)
  return {
    requestId: request.id,
    tenantId: request.tenant_id,
    network: network.id,
    txHash: notation.txHash(log.transactionHash),
    logIndex: log.logIndex,
    blockNumber: log.blockNumber,
    contract: notation.logged(log.contract),
    tokenAddress: log.token === null ? null : notation.logged(log.token),
    payee: notation.logged(log.payee),
    amountUnits: log.amountUnits,
    reason,
    referenceTopic: log.referenceTopic,
    paymentReference: request.payment_reference,
    ...UNWEIGHED,
  }
}
