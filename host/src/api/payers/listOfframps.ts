import { formatAmount } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/networks'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { lastOf, type Page, paginationOf, readPage } from '../../http/readPage.ts'
import { describeAccount } from '../../payers/describeAccount.ts'
import { openAccount, openClientUser } from '../../payers/sealedFields.ts'

type List = typeof api.payerRecords.listOfframps
type OfframpRecord = Output<List>['offramps'][number]
type ListContext = Pick<Context, 'db' | 'dataSealer'>
type Filter = { tenantId: string; requestId: string | undefined }

const CURSORS = { encoding: 'latin1' as const, isPosition: isOfframpId }

/** Lists a merchant's offramps with their steps, newest first. */
export async function listOfframps(
  context: ListContext,
  { query, caller }: Call<List>,
): Promise<Output<List>> {
  const filter = { tenantId: caller.tenantId, requestId: query.requestId }
  const page = readPage(query, CURSORS)
  const [total, rows] = await Promise.all([
    countOfframps(context, filter),
    selectPage(context, filter, page),
  ])
  const related = await readRelated(context, rows.slice(0, page.limit))
  return {
    offramps: related.map((offramp) => describeOfframp(context, offramp)),
    pagination: paginationOf(page, CURSORS, { total, last: lastOf(rows, page) }),
  }
}

function isOfframpId(text: string): boolean {
  return /^off_[0-9A-Z]{26}$/.test(text)
}

function selectMatching({ db }: ListContext, { tenantId, requestId }: Filter) {
  const ofTenant = db.kysely.selectFrom('offramps').where('tenant_id', '=', tenantId)
  return requestId === undefined ? ofTenant : ofTenant.where('request_id', '=', requestId)
}

async function countOfframps(context: ListContext, filter: Filter): Promise<number> {
  const { count } = await selectMatching(context, filter)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function selectPage(context: ListContext, filter: Filter, page: Page): Promise<Row<'offramps'>[]> {
  let selected = selectMatching(context, filter)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .offset(page.offset)
  if (page.after !== null) selected = selected.where('id', '<', page.after)
  return selected.execute()
}

type Related = {
  offramp: Row<'offramps'>
  payer: Row<'payers'> | undefined
  detail: Row<'payment_details'> | undefined
  steps: readonly Row<'offramp_steps'>[]
}

async function readRelated(
  { db }: ListContext,
  offramps: readonly Row<'offramps'>[],
): Promise<Related[]> {
  if (offramps.length === 0) return []
  const steps = await db.kysely
    .selectFrom('offramp_steps')
    .selectAll()
    .where(
      'offramp_id',
      'in',
      offramps.map(({ id }) => id),
    )
    .orderBy('offramp_id')
    .orderBy('number')
    .execute()
  const payers = await db.kysely
    .selectFrom('payers')
    .selectAll()
    .where(
      'id',
      'in',
      offramps.map(({ payer_id }) => payer_id),
    )
    .execute()
  const details = await db.kysely
    .selectFrom('payment_details')
    .selectAll()
    .where(
      'id',
      'in',
      offramps.map(({ payment_details_id }) => payment_details_id),
    )
    .execute()
  return offramps.map((offramp) => ({
    offramp,
    payer: payers.find(({ id }) => id === offramp.payer_id),
    detail: details.find(({ id }) => id === offramp.payment_details_id),
    steps: steps.filter(({ offramp_id }) => offramp_id === offramp.id),
  }))
}

function describeOfframp(
  { dataSealer }: ListContext,
  { offramp, payer, detail, steps }: Related,
): OfframpRecord {
  const isKnown = payer !== undefined && payer.erased_at === null
  return {
    id: offramp.id,
    requestId: offramp.request_id,
    status: offramp.status,
    userId: offramp.payer_id,
    clientUserId: isKnown ? openClientUser(dataSealer, payer) : null,
    paymentDetail: detail === undefined ? null : describeDetail({ dataSealer }, detail),
    provider: offramp.provider,
    network: offramp.network,
    currency: offramp.currency,
    amount: formatAmount(BigInt(offramp.units), getCurrency(offramp.currency).currency.decimals),
    txHash: offramp.tx_hash,
    failureReason: offramp.failure_reason,
    steps: steps.map(({ status, reason, created_at: createdAt }) => ({
      status,
      reason,
      createdAt,
    })),
    createdAt: offramp.created_at,
    updatedAt: offramp.updated_at,
  }
}

function describeDetail(
  { dataSealer }: Pick<Context, 'dataSealer'>,
  detail: Row<'payment_details'>,
): OfframpRecord['paymentDetail'] {
  const account = openAccount(dataSealer, detail)
  if (account === null) return null
  const { bankName, accountName, accountNumber, currency } = describeAccount(account)
  return { id: detail.id, bankName, accountName, accountNumber, currency }
}
