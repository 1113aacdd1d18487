import type { PaymentLog } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { Row } from '../db/schema.ts'
import { UNWEIGHED, type UnmatchedPayment } from '../settlement/detectedPayment.ts'
import { notationOf } from './notationOf.ts'

/** Returns the stored form of a payment event that has a known reference but does not count. */
export function toUnmatched(
  network: Network,
  {
    log,
    request,
  }: { log: PaymentLog; request: Pick<Row<'requests'>, 'id' | 'tenant_id' | 'payment_reference'> },
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
