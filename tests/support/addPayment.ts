import { createUlid } from '@secure-payment/core'
import type { Host } from '@secure-payment/host'
import { type FiatWorths, formatFiatWorths } from '../../host/src/db/fiatWorths.ts'
import { PAYER } from './testHost.ts'

/** A confirmed payment: the value in the request's settlement units, and the received amount in base units. */
export type Paid = {
  requestId: string
  requestUnits: bigint
  creditedUnits: bigint
  conversionRate?: string
  amountInUsd?: string
  fiatWorths?: FiatWorths
  fee?: { units: bigint; address: string }
  gasUnits?: bigint
  gasWorth?: string
}

/** Adds a payment to a request, in the state in which detection leaves it; returns the transaction's hash. */
export async function addPayment({ context }: Host, paid: Paid): Promise<string> {
  const now = context.now()
  const txHash = `0x${Buffer.from(context.random(32)).toString('hex')}`
  await context.db.transaction(async (tx) => {
    const request = await tx
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', paid.requestId)
      .executeTakeFirstOrThrow()
    const earlier = await tx
      .selectFrom('payments')
      .select('id')
      .where('request_id', '=', paid.requestId)
      .execute()
    await tx
      .insertInto('payments')
      .values({
        id: createUlid(now.getTime(), context.random(10)),
        request_id: request.id,
        tenant_id: request.tenant_id,
        network: request.network,
        tx_hash: txHash,
        log_index: 0,
        block_number: BigInt(10 + earlier.length),
        block_hash: `0x${'b'.repeat(64)}`,
        block_time: now.toISOString(),
        payer: PAYER,
        payee: request.payee,
        token_address: request.token_address,
        amount_units: String(paid.creditedUnits),
        credited_units: String(paid.creditedUnits),
        fee_units: String(paid.fee?.units ?? 0n),
        fee_address: paid.fee?.address ?? null,
        is_late: 0,
        detected_at: now.toISOString(),
        type: request.kind === 'direct' ? 'direct' : 'conversion',
        request_units: String(paid.requestUnits),
        client_id: request.client_id,
        invoice_currency: request.invoice_currency,
        payment_currency: request.payment_currency,
        reference: request.reference,
        conversion_rate: paid.conversionRate ?? null,
        rate_source: paid.conversionRate === undefined ? null : 'chainlink',
        amount_in_usd: paid.amountInUsd ?? null,
        fiat_worths: formatFiatWorths(paid.fiatWorths ?? {}),
        gas_units: paid.gasUnits === undefined ? null : String(paid.gasUnits),
        gas_worth: paid.gasWorth ?? null,
      })
      .execute()
    const paidUnits = BigInt(request.paid_units) + paid.requestUnits
    const isPaid = paidUnits >= BigInt(request.expected_units)
    await tx
      .updateTable('requests')
      .set({
        paid_units: String(paidUnits),
        status: isPaid ? 'paid' : 'partially_paid',
        has_been_paid: isPaid ? 1 : 0,
        tx_hash: txHash,
      })
      .where('id', '=', request.id)
      .execute()
  })
  return txHash
}
