import type { Context } from '../../../host/src/context.ts'
import type { Row } from '../../../host/src/db/schema.ts'
import { withPlan } from '../../../host/src/requests/requestPlan.ts'
import { emit } from '../../../host/src/webhooks/emit.ts'
import { PLAIN_PAYMENT } from '../../support/plainPayment.ts'

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const UNITS = 10n ** 17n

/**
 * Emits a `payment.partial` for each given request, in one transaction; `event_sequence` is the event's number. The requests need
 * not be stored.
 */
export async function emitPartials(
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  requests: readonly Row<'requests'>[],
): Promise<void> {
  const payment = {
    tenantId: 'unused',
    network: 'devnet',
    txHash: `0x${'ab'.repeat(32)}`,
    logIndex: 0,
    blockNumber: 1n,
    blockHash: `0x${'cd'.repeat(32)}`,
    blockTime: context.now().toISOString(),
    payer: PAYER,
    payee: PAYER,
    tokenAddress: null,
    amountUnits: UNITS,
    creditedUnits: UNITS,
    requestUnits: UNITS,
    ...PLAIN_PAYMENT,
    feeUnits: 0n,
    feeAddress: null,
    isLate: false,
    gasUnits: null,
  }
  await context.db.transaction((tx) =>
    emit(
      tx,
      context,
      requests.map((request) => ({
        type: 'payment.partial' as const,
        request: withPlan(request),
        // Each event needs a distinct payment: with the same payment, its event would belong to the previous request.
        payment: { ...payment, requestId: request.id, logIndex: request.event_sequence },
        totalPaidUnits: BigInt(request.event_sequence) * UNITS,
      })),
    ),
  )
}
