import { loadConfig } from '../../../host/src/config.ts'
import type { Context } from '../../../host/src/context.ts'
import type { Tx } from '../../../host/src/db/openDatabase.ts'
import { acquireLease, type Holder } from '../../../host/src/leases/leases.ts'
import { recordPayments } from '../../../host/src/payments/recordPayments.ts'
import { createRandomPool } from '../../../host/src/randomPool.ts'
import { createSealer } from '../../../host/src/sealer.ts'
import { countPayments } from '../../../host/src/search/countPayments.ts'
import type { DetectedPayment } from '../../../host/src/settlement/detectedPayment.ts'
import { withUlids } from '../../../host/src/withUlids.ts'
import { ENCRYPTION_KEY, hostSettings } from './hostSettings.ts'
import { PAYEES, payerAt, UNTIL_MS } from './paymentRows.ts'
import { createRequestRows, NETWORK, TENANT_ID } from './requestRows.ts'

/** Records payments for new requests in a database that already holds many payments. */
export type Recorder = {
  /** Measures one transaction that records the given number of payments, with all of the recorder's writes. */
  record(size: number): Promise<Cost>
  /** Measures the added cost of the search tables, in a transaction that otherwise writes one row. */
  count(size: number): Promise<Cost>
}

/**
 * The cost of a transaction: elapsed time, and this process's processor time, which a busy machine does not increase.
 */
export type Cost = { ms: number; cpuMs: number }

async function costOf(run: () => Promise<unknown>): Promise<Cost> {
  const before = process.cpuUsage()
  const startedAt = performance.now()
  await run()
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(before)
  return { ms, cpuMs: (user + system) / 1_000 }
}

/** Adds a tenant whose endpoint receives every event, and takes the lease for recording. */
export async function createRecorder(db: Context['db'], holder: Holder): Promise<Recorder> {
  const random = createRandomPool()
  const config = loadConfig(hostSettings('sqlite:unused'))
  const context = { db, config, random, now: () => new Date() }
  const sealer = createSealer({ random }, ENCRYPTION_KEY)
  await insertTenant(db, sealer.seal('webhook_secret', '5e'.repeat(32)))
  const lease = await acquireLease(context, `watch:${NETWORK}`, holder.name)
  if (lease === null) throw new Error('The lease is taken.')
  return {
    async record(size) {
      const payments = await createPayments(context, size)
      const facts = { network: NETWORK, lease, payments, unmatched: [], cursor: null }
      return costOf(async () => {
        const { eventCount } = await recordPayments(context, facts)
        if (eventCount !== size) throw new Error('Not all was recorded.')
      })
    },
    async count(size) {
      const payments = await createPayments(context, size)
      const inserted = await insertRaw(context, payments)
      const alone = await costOf(() => db.transaction(writeOneRow))
      const together = await costOf(() =>
        db.transaction(async (tx) => {
          await writeOneRow(tx)
          await countPayments(tx, context, inserted)
        }),
      )
      return { ms: together.ms - alone.ms, cpuMs: together.cpuMs - alone.cpuMs }
    },
  }
}

async function writeOneRow(tx: Tx): Promise<void> {
  await tx
    .updateTable('tenants')
    .set({ name: `Bench ${performance.now()}` })
    .where('id', '=', TENANT_ID)
    .execute()
}

async function insertTenant(db: Context['db'], secret: string): Promise<void> {
  const created_at = new Date().toISOString()
  const endpoint = {
    id: '01BENCHENDPOINT00000000000',
    tenant_id: TENANT_ID,
    client_id: null,
    url: 'https://receiver.example/hook',
    secret,
    is_active: 1,
    events: null,
    signature_header_aliases: null,
    created_at,
  }
  await db.transaction(async (tx) => {
    const tenant = { id: TENANT_ID, name: 'Bench', created_at }
    for (const [table, row] of [
      ['tenants', tenant],
      ['webhook_endpoints', endpoint],
    ] as const) {
      await tx
        .insertInto(table)
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
}

let places = 0

async function createPayments(
  { db }: Pick<Context, 'db'>,
  count: number,
): Promise<DetectedPayment[]> {
  const rows = createRequestRows(count)
  const batch = (table: 'secure_payments' | 'requests', all: readonly object[]) => ({
    table,
    columns: Object.keys(all[0] ?? {}),
    rows: all.map((row) => Object.values(row)),
  })
  await db.insertRows([
    batch(
      'secure_payments',
      rows.map(({ securePayment }) => securePayment),
    ),
    batch(
      'requests',
      rows.map(({ request }) => request),
    ),
  ])
  return rows.map(({ request }, index): DetectedPayment => {
    places += 1
    const units = BigInt(request.expected_units)
    return {
      requestId: request.id,
      tenantId: request.tenant_id,
      network: NETWORK,
      txHash: `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`,
      logIndex: index,
      blockNumber: 1_000_000_000n + BigInt(places),
      blockHash: `0x${'b1'.repeat(32)}`,
      blockTime: new Date(UNTIL_MS + Math.floor(places / 10) * 1_000).toISOString(),
      payer: payerAt(Math.floor(Math.random() * 1e9)),
      payee: PAYEES[0],
      tokenAddress: request.token_address,
      amountUnits: units,
      creditedUnits: units,
      requestUnits: units,
      type: 'direct',
      conversionRate: null,
      rateSource: null,
      priced: null,
      amountInUsd: '1.25',
      fiatWorths: { EUR: '1.15', CNY: '8.95', GBP: '0.98', JPY: '187.5' },
      clientId: null,
      invoiceCurrency: request.invoice_currency,
      paymentCurrency: request.payment_currency,
      reference: `order-${places}`,
      feeUnits: 0n,
      feeAddress: null,
      isLate: false,
      gasUnits: 21_000n,
      recurringPaymentId: null,
      crosschain: null,
    }
  })
}

async function insertRaw(
  context: Pick<Context, 'db' | 'now' | 'random'>,
  payments: readonly DetectedPayment[],
): Promise<(DetectedPayment & { id: string; customerEmail: null; linkToken: null })[]> {
  const identified = withUlids(context, payments)
  const rows = identified.map(({ id, item: payment }) => ({
    id,
    request_id: payment.requestId,
    tenant_id: payment.tenantId,
    network: payment.network,
    tx_hash: payment.txHash,
    log_index: payment.logIndex,
    block_number: payment.blockNumber,
    block_hash: payment.blockHash,
    block_time: payment.blockTime,
    payer: payment.payer,
    payee: payment.payee,
    amount_units: '1',
    credited_units: '1',
    fee_units: '0',
    is_late: 0,
    detected_at: payment.blockTime,
    type: payment.type,
    request_units: '1',
    invoice_currency: payment.invoiceCurrency,
    payment_currency: payment.paymentCurrency,
    reference: payment.reference,
  }))
  const columns = Object.keys(rows[0] ?? {})
  await context.db.insertRows([
    { table: 'payments', columns, rows: rows.map((row) => Object.values(row)) },
  ])
  return identified.map(({ id, item }) => ({ ...item, id, customerEmail: null, linkToken: null }))
}
