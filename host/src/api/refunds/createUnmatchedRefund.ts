import { isUlid, parseAmount } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { findCurrencyByToken } from '@secure-payment/core/catalogue'
import { getNetwork, type Network } from '@secure-payment/core/networks'
import { atField } from '../../atField.ts'
import { codecOf } from '../../chains/chainCodec.ts'
import { ChainNotConfiguredError } from '../../chains/errors.ts'
import { isOwnPayee } from '../../claims/isOwnPayee.ts'
import { type Arrived, readArrivals } from '../../claims/readArrivals.ts'
import { findServedNetwork } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import { ensureDefined } from '../../ensureDefined.ts'
import type { AcceptedAnswer } from '../../http/acceptedAnswer.ts'
import type { Call } from '../../http/implement.ts'
import { chooseRecipient, verifyRecipient } from '../../refunds/chooseRecipient.ts'
import { RefundUnsupportedError } from '../../refunds/errors.ts'
import { guardRefundable, REFUNDED_COLUMNS } from '../../refunds/guardRefundable.ts'
import { exceeds } from '../../refunds/guardRests.ts'
import { lockUnmatched, readUnmatchedRests } from '../../refunds/unmatchedRests.ts'
import { NO_PRICE, UNREADABLE, WRONG_PAYEE } from '../../settlement/detectedPayment.ts'
import { UnmatchedPaymentNotFoundError } from '../unmatchedPayments/errors.ts'
import { commitRefunds, type Origin, planPart } from './commitRefunds.ts'

type Create = typeof api.refunds.createForUnmatched
type CreateContext = Pick<
  Context,
  'audit' | 'chains' | 'config' | 'db' | 'now' | 'random' | 'prices' | 'rates'
>
type Unmatched = Row<'unmatched_payments'>

/**
 * Creates a refund of money that counts towards no request. The event of such a payment only repeats the call's arguments. The host
 * therefore first reads the arrived amount and the payer from the chain. The commit decides the amount under the payment's lock, which a
 * claim also acquires.
 *
 * @throws UnmatchedPaymentNotFoundError, RefundUnsupportedError, RefundExceedsPaymentError, ChainUnavailableError, and what
 * `chooseRecipient`, `verifyRecipient`, `planPart` and `commitRefunds` throw
 */
export async function createUnmatchedRefund(
  context: CreateContext,
  { params, body, caller, idempotency }: Call<Create>,
): Promise<Output<Create> | AcceptedAnswer> {
  const { unmatched, request } = await loadUnmatched(context, {
    id: params.id,
    tenantId: caller.tenantId,
  })
  const network = getNetwork(unmatched.network)
  const currency = findCurrencyByToken(network, unmatched.token_address)?.currency
  if (currency === undefined) throw new RefundUnsupportedError('unlisted_token')
  const payee = codecOf(network).readAddress(unmatched.payee)
  await guardOwn(context, { unmatched, request, payee })
  const { amount, reason = null, recipient: stated } = body
  const asked =
    amount === 'all' ? null : atField('amount', () => parseAmount(amount, currency.decimals))
  const arrivals = await readMoney(context, network, unmatched)
  const arrived = arrivals.get(unmatched.log_index)
  if (arrived === undefined) throw new UnmatchedPaymentNotFoundError()
  const { id, tx_hash } = unmatched
  const payment = {
    id,
    isUnmatched: true,
    network: network.id,
    tx_hash,
    payer: arrived.payer,
    payee,
    source_network: null,
    detection_source: 'request-network',
  } as const
  const recipient = chooseRecipient(payment, stated)
  const rest = await context.db.transaction((tx) => readRest(tx, context, { unmatched, arrivals }))
  const units = asked ?? rest
  if (units > rest || rest === 0n) throw exceeds(rest, currency.id, 'payment')
  const origin = originOf(unmatched, { request, currency: currency.id })
  const part = { origin, recipient, units, invoiceUnits: null }
  planPart(context, part)
  await verifyRecipient(context, { payment, recipient, isStated: stated !== undefined })
  const guard = async (tx: Tx) => {
    const left = await readRest(tx, context, { unmatched, arrivals })
    if (units > left) throw exceeds(left, currency.id, 'payment')
  }
  const refunds = { parts: [part], reason, guard }
  return commitRefunds(context, { caller, idempotency }, refunds, ([refund]) =>
    ensureDefined(refund, 'The created refund'),
  )
}

const COLUMNS = ['client_id', 'reference', ...REFUNDED_COLUMNS] as const
type Referred = Pick<Row<'requests'>, (typeof COLUMNS)[number]>

/** Loads an unmatched payment, and the request whose reference it has, if there is one. @throws UnmatchedPaymentNotFoundError */
async function loadUnmatched(
  { db }: Pick<Context, 'db'>,
  { id, tenantId }: { id: string; tenantId: string },
): Promise<{ unmatched: Unmatched; request: Referred | undefined }> {
  if (!isUlid(id)) throw new UnmatchedPaymentNotFoundError()
  const unmatched = await db.kysely
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (unmatched === undefined) throw new UnmatchedPaymentNotFoundError()
  const request = await db.kysely
    .selectFrom('requests')
    .select(COLUMNS)
    .where('id', '=', unmatched.request_id)
    .executeTakeFirst()
  return { unmatched, request }
}

/** A payment without a price did arrive, and counts with its refunds once its price is known. */
const unreadable: readonly string[] = UNREADABLE.filter((reason) => reason !== NO_PRICE)

/**
 * Rejects money that the merchant did not receive, money whose event is unreadable, and money of a request that allows no refund.
 *
 * @throws RefundUnsupportedError
 */
async function guardOwn(
  context: Pick<Context, 'db'>,
  facts: { unmatched: Unmatched; request: Referred | undefined; payee: string },
): Promise<void> {
  const { unmatched, request, payee: wallet } = facts
  const { tenant_id: tenantId, reason } = unmatched
  if (request !== undefined) guardRefundable(request)
  if (unreadable.includes(reason)) throw new RefundUnsupportedError('unreadable')
  if (reason !== WRONG_PAYEE) return
  if (!(await isOwnPayee(context, { tenantId, wallet })))
    throw new RefundUnsupportedError('wrong_payee')
}

/** @throws ChainNotConfiguredError, ChainUnavailableError, RefundUnsupportedError */
async function readMoney(
  { chains, config }: Pick<Context, 'chains' | 'config'>,
  network: Network,
  { block_number, tx_hash }: Unmatched,
): Promise<ReadonlyMap<number, Arrived>> {
  const settings = findServedNetwork(config, network.id)
  if (settings === undefined) throw new ChainNotConfiguredError(network.id)
  const place = { blockNumber: BigInt(block_number), txHash: tx_hash }
  const arrivals = await readArrivals(chains.get(network.id), settings, place)
  if (arrivals === null) throw new RefundUnsupportedError('unreadable')
  return arrivals
}

/**
 * Locks the payment, stores the amount that arrived with it, and returns the amount that is left to refund.
 *
 * @throws UnmatchedPaymentNotFoundError, RefundUnsupportedError
 */
async function readRest(
  tx: Tx,
  { db }: Pick<Context, 'db'>,
  { unmatched, arrivals }: { unmatched: Unmatched; arrivals: ReadonlyMap<number, Arrived> },
): Promise<bigint> {
  const locked = await lockUnmatched(tx, db.dialect, unmatched)
  if (!locked.some(({ id }) => id === unmatched.id)) {
    const isLeft = await tx
      .selectFrom('unmatched_payments')
      .select('id')
      .where('id', '=', unmatched.id)
      .executeTakeFirst()
    // A reorganisation removed the payment since this call read it, or a request counts the payment.
    if (isLeft === undefined) throw new UnmatchedPaymentNotFoundError()
    throw new RefundUnsupportedError('claimed')
  }
  const rows: Unmatched[] = []
  for (const row of locked) {
    const arrived_units = String(arrivals.get(row.log_index)?.units ?? 0n)
    if (row.arrived_units !== arrived_units) {
      await tx
        .updateTable('unmatched_payments')
        .set({ arrived_units })
        .where('id', '=', row.id)
        .execute()
    }
    rows.push({ ...row, arrived_units })
  }
  const { rests } = await readUnmatchedRests(tx, unmatched, rows)
  return rests.restOf(unmatched.id) ?? 0n
}

function originOf(
  unmatched: Unmatched,
  { request, currency }: { request: Referred | undefined; currency: string },
): Origin {
  return {
    tenant_id: unmatched.tenant_id,
    client_id: request?.client_id ?? null,
    payment_id: '',
    request_id: '',
    unmatched_id: unmatched.id,
    network: unmatched.network,
    tx_hash: unmatched.tx_hash,
    log_index: unmatched.log_index,
    token_address: unmatched.token_address,
    reference: request?.reference ?? null,
    payment_currency: currency,
    invoice_currency: currency,
  }
}
