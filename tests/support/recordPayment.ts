import type { Context } from '../../host/src/context.ts'
import { recordFacts } from '../../host/src/payments/recordPayments.ts'
import type { DetectedPayment } from '../../host/src/settlement/detectedPayment.ts'
import { PLAIN_PAYMENT } from './plainPayment.ts'
import { PAYER } from './testHost.ts'

/** Records a payment of a request's whole amount, as a watcher does; returns the payment's transaction hash. */
export async function recordPayment(
  context: Pick<Context, 'db' | 'now' | 'random' | 'config'>,
  requestId: string,
  { payer = PAYER }: { payer?: string } = {},
): Promise<string> {
  const request = await context.db.kysely
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
  const units = BigInt(request.expected_units)
  const payment: DetectedPayment = {
    ...PLAIN_PAYMENT,
    invoiceCurrency: request.invoice_currency,
    paymentCurrency: request.payment_currency,
    reference: request.reference,
    clientId: request.client_id,
    requestId,
    tenantId: request.tenant_id,
    network: 'devnet',
    txHash: `0x${requestId.slice(2)}`,
    logIndex: 0,
    blockNumber: 1n,
    blockHash: `0x${'ce'.repeat(32)}`,
    blockTime: context.now().toISOString(),
    payer,
    payee: request.payee,
    tokenAddress: request.token_address,
    amountUnits: units,
    creditedUnits: units,
    requestUnits: units,
    feeUnits: 0n,
    feeAddress: null,
    isLate: false,
    gasUnits: null,
  }
  const facts = { network: 'devnet', payments: [payment], unmatched: [] }
  await context.db.transaction((tx) => recordFacts(context, tx, facts))
  return payment.txHash
}
