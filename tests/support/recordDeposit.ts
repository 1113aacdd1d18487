import type { Host } from '@secure-payment/host'
import { recordFacts } from '../../host/src/payments/recordPayments.ts'
import type { DetectedPayment } from '../../host/src/settlement/detectedPayment.ts'
import { PLAIN_PAYMENT } from './plainPayment.ts'

/** Records a confirmed payment for a direct request, as the watcher does; returns the payment's transaction hash. */
export async function recordDeposit(
  { context }: Pick<Host, 'context'>,
  paid: { requestId: string; units: bigint; blockNumber?: bigint },
): Promise<string> {
  const { requestId, units, blockNumber = 10n } = paid
  const request = await context.db.kysely
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
  const txHash = `0x${Buffer.from(context.random(32)).toString('hex')}`
  const payment: DetectedPayment = {
    ...PLAIN_PAYMENT,
    requestId,
    tenantId: request.tenant_id,
    network: request.network,
    txHash,
    logIndex: 0,
    blockNumber,
    blockHash: `0x${'cd'.repeat(32)}`,
    blockTime: context.now().toISOString(),
    payer: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    payee: request.payee,
    tokenAddress: request.token_address,
    amountUnits: units,
    creditedUnits: units,
    requestUnits: units,
    clientId: request.client_id,
    invoiceCurrency: request.invoice_currency,
    paymentCurrency: request.payment_currency,
    reference: request.reference,
    feeUnits: 0n,
    feeAddress: null,
    isLate: false,
    gasUnits: null,
  }
  await context.db.transaction((tx) =>
    recordFacts(context, tx, { network: request.network, payments: [payment], unmatched: [] }),
  )
  return txHash
}
