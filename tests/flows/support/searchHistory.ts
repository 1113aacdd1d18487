import { loadConfig } from '../../../host/src/config.ts'
import type { Context } from '../../../host/src/context.ts'
import type { Database } from '../../../host/src/db/openDatabase.ts'
import type { NewRow, Row } from '../../../host/src/db/schema.ts'
import type { PaymentType } from '../../../host/src/db/tables/payments.ts'
import { acquireLease, createHolder, type Lease } from '../../../host/src/leases/leases.ts'
import { recordPayments } from '../../../host/src/payments/recordPayments.ts'
import { revokePayments } from '../../../host/src/payments/revokePayments.ts'
import type { DetectedPayment } from '../../../host/src/settlement/detectedPayment.ts'
import { createRequestRows } from '../../bench/support/requestRows.ts'
import type { Random } from './random.ts'

/** Two merchants; the first one searches. */
export const TENANTS = ['01SEARCHTENANT000000000001', '01SEARCHTENANT000000000002'] as const
export const CLIENT_IDS = ['cli_one', 'cli_two'] as const
export const TYPES: readonly [PaymentType, ...PaymentType[]] = ['direct', 'conversion', 'recurring']
export const INVOICE_CURRENCIES = ['USD', 'EUR', 'USDC-base', 'USDC-devnet'] as const
export const PAYMENT_CURRENCIES = ['USDC-base', 'USDC-devnet', 'USDT-devnet'] as const
export const REFERENCES = ['hot', 'po-1', 'po-2', 'po-3'] as const
export const EMAILS = ['ana@example.test', 'bo@example.test'] as const
/** Units with 6 and with 8 decimals, some of which are the same amount. */
const UNITS = [1n, 10_000_000n, 12_500_000n, 1_250_000_000n, 700_000_000n, 7_000_000n] as const
/** The wallets of payments: the first two appear on both sides of very many payments, and the last is on Tron. */
export const WALLETS = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
] as const
/** Values of payments: unknown, the smallest, the largest that count, and finally one that is too large. */
const WORTHS = [
  null,
  '0',
  '0.00000001',
  '0.99999999',
  '12.5',
  '30.0006',
  '999999999999.99999999',
  '1000000000000',
] as const
/** The networks, each watched by one host. */
export const NETWORKS = ['base', 'devnet'] as const
type NetworkId = (typeof NETWORKS)[number]

export const FIRST_MS = Date.UTC(2025, 10, 28, 22)
/** The last time is some months later, so that a history spans months, days and hours. */
export const LAST_MS = FIRST_MS + 70 * 86_400_000
const REQUEST_COUNT = 24
const SECOND_MS = 1_000

/** The events in the books of two hosts, drawn from a seed. */
export type SearchHistory = AsyncDisposable & {
  /** Records new payments on a network, and a few of them twice. */
  record(network: NetworkId, count: number): Promise<void>
  /** Revokes the most recently recorded payments. */
  revoke(network: NetworkId): Promise<void>
  /** Records payments, and crashes just before the commit. */
  crash(network: NetworkId, count: number): Promise<void>
}

/** Prepares two merchants with requests. `hosts` are handles of one database. */
export async function startSearchHistory(
  hosts: readonly [Database, Database],
  random: Random,
): Promise<SearchHistory> {
  const requests = Array.from({ length: REQUEST_COUNT }, () => drawRequest(random))
  await insertMerchants(hosts[0], requests)
  const config = loadConfig({ PAY_NETWORKS: 'devnet', PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1' })
  let nowMs = LAST_MS
  const now = () => {
    nowMs += 1
    return new Date(nowMs)
  }
  const contexts = hosts.map(
    (db): Pick<Context, 'db' | 'now' | 'random' | 'config'> => ({
      db,
      now,
      random: (count) => random.bytes(count),
      config,
    }),
  )
  const holder = createHolder((count) => random.bytes(count))
  const watchers = await Promise.all(
    NETWORKS.map(async (network, index) => {
      const context = contexts[index] ?? contexts[0]
      if (context === undefined) throw new Error('There is no host.')
      const lease = await acquireLease(context, `watch:${network}`, holder.name)
      if (lease === null) throw new Error('The lease is taken.')
      return { network, context, lease, blockNumber: 1n, recorded: [] as DetectedPayment[] }
    }),
  )
  const watcherOf = (network: NetworkId) => {
    const found = watchers.find((watcher) => watcher.network === network)
    if (found === undefined) throw new Error(`${network} is not watched.`)
    return found
  }
  const draw = (network: NetworkId, blockNumber: bigint, count: number) =>
    Array.from({ length: count }, (_, index) =>
      drawPayment(random, { request: random.pick(asList(requests)), network, blockNumber, index }),
    )
  return {
    async record(network, count) {
      const watcher = watcherOf(network)
      watcher.blockNumber += 1n
      const fresh = draw(network, watcher.blockNumber, count)
      const known = watcher.recorded.filter(() => random.chance(0.02))
      await recordPayments(watcher.context, inputOf(watcher, [...fresh, ...known]))
      watcher.recorded.push(...fresh)
    },
    async revoke(network) {
      const watcher = watcherOf(network)
      const last = BigInt(
        random.integer(Number(watcher.blockNumber) - 2, Number(watcher.blockNumber)),
      )
      const cursor = { blockNumber: last, blockHash: `0x${'00'.repeat(32)}` }
      await revokePayments(watcher.context, { network, lease: watcher.lease, cursor })
      watcher.recorded = watcher.recorded.filter((payment) => payment.blockNumber <= last)
    },
    async crash(network, count) {
      const watcher = watcherOf(network)
      const facts = draw(network, watcher.blockNumber + 1n, count)
      const { db } = watcher.context
      const dying = { ...watcher.context, db: dieBeforeCommit(db) }
      await recordPayments(dying, inputOf(watcher, facts)).then(
        () => Promise.reject(new Error('The host survived.')),
        (error: unknown) => {
          if (!(error instanceof Crash)) throw error
        },
      )
    },
    async [Symbol.asyncDispose]() {
      holder[Symbol.dispose]()
    },
  }
}

class Crash extends Error {}

/** Returns a database whose transactions do all their work and are never committed. */
function dieBeforeCommit(db: Database): Database {
  return {
    ...db,
    transaction: (fn) =>
      db.transaction(async (tx) => {
        await fn(tx)
        throw new Crash()
      }),
  }
}

function inputOf(
  { network, lease }: { network: string; lease: Lease },
  payments: readonly DetectedPayment[],
) {
  return { network, lease, payments, unmatched: [], cursor: null }
}

function drawRequest(random: Random): Row<'requests'> {
  const [rows] = createRequestRows(1)
  if (rows === undefined) throw new Error('No row was made.')
  return {
    ...rows.request,
    tenant_id: random.chance(0.8) ? TENANTS[0] : TENANTS[1],
    client_id: random.chance(0.4) ? null : random.pick(CLIENT_IDS),
    invoice_currency: random.pick(INVOICE_CURRENCIES),
    payment_currency: random.pick(PAYMENT_CURRENCIES),
    reference: random.chance(0.3) ? null : random.pick(REFERENCES),
    customer_info: drawCustomer(random),
    is_payout: random.chance(0.3) ? 1 : 0,
    // No request is paid in full, because other tests cover the state of requests.
    expected_units: '1000000000000000',
  }
}

/** Merchants send e-mail addresses in any letter case. */
function drawCustomer(random: Random): string | null {
  if (random.chance(0.3)) return null
  const email = random.pick(EMAILS)
  return JSON.stringify({
    firstName: 'Ana',
    email: random.chance(0.5) ? email : email.toUpperCase(),
  })
}

function drawPayment(
  random: Random,
  facts: { request: Row<'requests'>; network: NetworkId; blockNumber: bigint; index: number },
): DetectedPayment {
  const { request, network, blockNumber, index } = facts
  const isHot = random.chance(0.7)
  const pickWallet = () => (isHot ? random.pick([WALLETS[0], WALLETS[1]]) : random.pick(WALLETS))
  const timeMs = random.integer(FIRST_MS / SECOND_MS, LAST_MS / SECOND_MS) * SECOND_MS
  // Some payments share their second with other payments, and some fall on the start of an hour or a day.
  const drawnMs = random.pick([
    timeMs,
    timeMs - (timeMs % 3_600_000),
    timeMs - (timeMs % 86_400_000),
  ])
  return {
    requestId: request.id,
    tenantId: request.tenant_id,
    network,
    // Two payments share each transaction, as in a batch.
    txHash: `0x${network === 'base' ? 'ba' : 'de'}${blockNumber.toString(16).padStart(30, '0')}${(index >> 1).toString(16).padStart(32, '0')}`,
    logIndex: index,
    blockNumber,
    blockHash: random.hex(32),
    blockTime: new Date(drawnMs).toISOString(),
    payer: random.chance(0.1) ? null : pickWallet(),
    payee: pickWallet(),
    tokenAddress: null,
    amountUnits: 1n,
    creditedUnits: random.pick(UNITS),
    requestUnits: random.pick(UNITS),
    type: random.pick(TYPES),
    conversionRate: null,
    rateSource: null,
    priced: null,
    amountInUsd: random.pick(WORTHS),
    fiatWorths: drawWorths(random),
    clientId: request.client_id,
    invoiceCurrency: request.invoice_currency,
    paymentCurrency: request.payment_currency,
    reference: request.reference,
    feeUnits: 0n,
    feeAddress: null,
    isLate: false,
    gasUnits: null,
    recurringPaymentId: null,
    crosschain: null,
  }
}

/** Draws the values in other currencies separately from the value in dollars: the rate of one currency may be missing. */
function drawWorths(random: Random): DetectedPayment['fiatWorths'] {
  const drawn = (['EUR', 'JPY'] as const).map((currency) => [currency, random.pick(WORTHS)])
  return Object.fromEntries(drawn.filter(([, worth]) => worth !== null))
}

async function insertMerchants(db: Database, requests: readonly Row<'requests'>[]): Promise<void> {
  const created_at = new Date(FIRST_MS).toISOString()
  const tenants: NewRow<'tenants'>[] = TENANTS.map((id) => ({ id, name: id, created_at }))
  await db.transaction(async (tx) => {
    await tx
      .insertInto('tenants')
      .values(tenants)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx.insertInto('requests').values(requests).execute()
    await tx.insertInto('refunds').values(refundsOf(requests)).execute()
  })
}

/** Every second payout is a refund of a received payment. */
function refundsOf(requests: readonly Row<'requests'>[]): NewRow<'refunds'>[] {
  const received = requests.filter(({ is_payout }) => is_payout === 0)
  const payouts = requests.filter(({ is_payout }) => is_payout === 1)
  const at = new Date(FIRST_MS).toISOString()
  return payouts.flatMap((payout, index) => {
    const refunded = received.find(({ tenant_id }) => tenant_id === payout.tenant_id)
    if (index % 2 === 1 || refunded === undefined) return []
    return {
      id: `01${String(index).padStart(24, '0')}`,
      tenant_id: payout.tenant_id,
      client_id: refunded.client_id,
      payment_id: `02${String(index).padStart(24, '0')}`,
      request_id: refunded.id,
      unmatched_id: null,
      refund_request_id: payout.id,
      network: payout.network,
      tx_hash: `0x${'5e'.repeat(32)}`,
      log_index: index,
      token_address: payout.token_address,
      currency: payout.payment_currency,
      amount_units: payout.expected_units,
      invoice_currency: refunded.invoice_currency,
      invoice_units: null,
      recipient: payout.payee,
      reason: null,
      reference: refunded.reference,
      created_by: 'key',
      created_at: at,
      updated_at: at,
      held_at: null,
      exceeds_at: null,
      confirmed_at: null,
      cancelled_at: null,
    }
  })
}

function asList<T>(items: readonly T[]): readonly [T, ...T[]] {
  const [first, ...rest] = items
  if (first === undefined) throw new Error('The list is empty.')
  return [first, ...rest]
}
