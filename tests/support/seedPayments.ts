import { createUlid } from '@secure-payment/core'
import type { Context } from '../../host/src/context.ts'
import { parseFiatWorths } from '../../host/src/db/fiatWorths.ts'
import type { Tx } from '../../host/src/db/openDatabase.ts'
import type { NewRow, Row } from '../../host/src/db/schema.ts'
import { ensureDefined } from '../../host/src/ensureDefined.ts'
import { readCustomerEmail } from '../../host/src/requests/customerColumn.ts'
import { countPayments } from '../../host/src/search/countPayments.ts'

/** A payment to store: its request, and the differences from a plain payment. */
export type SeededPayment = Partial<NewRow<'payments'>> & { request_id: string }

/** The maximum number of payments that one call counts, which keeps its statements short. */
const COUNTED_AT_ONCE = 500

let places = 0

/**
 * Stores confirmed payments for existing requests as the watcher does, without a chain, and resolves with their ids. Tenant, client ID,
 * network, currencies and reference come from their requests. By default a payment is one base unit, at the start of 2026.
 */
export async function seedPayments(
  { db, now, random }: Pick<Context, 'db' | 'now' | 'random'>,
  payments: readonly SeededPayment[],
): Promise<string[]> {
  const rows: NewRow<'payments'>[] = []
  await db.transaction(async (tx) => {
    const requests = await readRequests(
      tx,
      payments.map(({ request_id }) => request_id),
    )
    for (const payment of payments) {
      const request = ensureDefined(requests.get(payment.request_id), payment.request_id)
      places += 1
      const row: NewRow<'payments'> = {
        id: createUlid(now().getTime(), random(10)),
        tenant_id: request.tenant_id,
        network: request.network,
        tx_hash: `0x${places.toString(16).padStart(64, '0')}`,
        log_index: 0,
        block_number: BigInt(places),
        block_hash: `0x${'b1'.repeat(32)}`,
        block_time: '2026-01-01T00:00:00.000Z',
        payer: null,
        payee: request.payee,
        token_address: request.token_address,
        amount_units: '1',
        credited_units: '1',
        fee_units: '0',
        fee_address: null,
        is_late: 0,
        detected_at: now().toISOString(),
        type: 'direct',
        request_units: '1',
        client_id: request.client_id,
        invoice_currency: request.invoice_currency,
        payment_currency: request.payment_currency,
        reference: request.reference,
        customer_email: readCustomerEmail(request.customer_info),
        link_token: request.link_token,
        ...payment,
      }
      await tx.insertInto('payments').values(row).execute()
      rows.push(row)
    }
    for (let at = 0; at < rows.length; at += COUNTED_AT_ONCE) {
      await countPayments(tx, { db }, rows.slice(at, at + COUNTED_AT_ONCE).map(toRecorded))
    }
  })
  return rows.map(({ id }) => id)
}

/** Returns the requests by their ids. */
async function readRequests(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row<'requests'>>> {
  const requests = new Map<string, Row<'requests'>>()
  for (const id of new Set(ids)) {
    const request = await tx
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    requests.set(id, request)
  }
  return requests
}

function toRecorded(row: NewRow<'payments'>): Parameters<typeof countPayments>[2][number] {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    clientId: row.client_id ?? null,
    type: row.type ?? 'direct',
    invoiceCurrency: row.invoice_currency ?? '',
    paymentCurrency: row.payment_currency ?? '',
    payer: row.payer ?? null,
    payee: row.payee,
    reference: row.reference ?? null,
    blockTime: row.block_time,
    requestId: row.request_id,
    amountInUsd: row.amount_in_usd ?? null,
    fiatWorths: parseFiatWorths(row.fiat_worths ?? null),
    customerEmail: row.customer_email ?? null,
    linkToken: row.link_token ?? null,
    requestUnits: BigInt(row.request_units ?? '0'),
    creditedUnits: BigInt(row.credited_units),
  }
}
