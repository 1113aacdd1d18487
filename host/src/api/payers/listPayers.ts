import type { api, Output } from '@secure-payment/core/api'
import { isCompliant } from '@secure-payment/core/offramp'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { lastOf, type Page, paginationOf, readPage } from '../../http/readPage.ts'
import { isUuid } from '../../payers/createUuid.ts'
import { describeAccount } from '../../payers/describeAccount.ts'
import { openAccount, openClientUser } from '../../payers/sealedFields.ts'

type List = typeof api.payerRecords.listPayers
type PayerRecord = Output<List>['payers'][number]
type ListContext = Pick<Context, 'db' | 'dataSealer'>

const CURSORS = { encoding: 'latin1' as const, isPosition: isUuid }

/**
 * Lists a merchant's payers with their bank accounts, newest first. For an erased payer, returns only members that identify no
 * person.
 */
export async function listPayers(
  context: ListContext,
  { query, caller }: Call<List>,
): Promise<Output<List>> {
  const { tenantId } = caller
  const page = readPage(query, CURSORS)
  const [total, rows] = await Promise.all([
    countPayers(context, tenantId),
    selectPage(context, tenantId, page),
  ])
  const shown = rows.slice(0, page.limit)
  const details = await selectDetails(
    context,
    shown.map(({ id }) => id),
  )
  return {
    payers: shown.map((payer) =>
      describePayer(
        context,
        payer,
        details.filter((detail) => detail.payer_id === payer.id),
      ),
    ),
    pagination: paginationOf(page, CURSORS, { total, last: lastOf(rows, page) }),
  }
}

async function countPayers({ db }: ListContext, tenantId: string): Promise<number> {
  const { count } = await db.kysely
    .selectFrom('payers')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function selectPage({ db }: ListContext, tenantId: string, page: Page): Promise<Row<'payers'>[]> {
  let selected = db.kysely
    .selectFrom('payers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .offset(page.offset)
  if (page.after !== null) selected = selected.where('id', '<', page.after)
  return selected.execute()
}

async function selectDetails(
  { db }: ListContext,
  payerIds: readonly string[],
): Promise<Row<'payment_details'>[]> {
  if (payerIds.length === 0) return []
  return db.kysely
    .selectFrom('payment_details')
    .selectAll()
    .where('payer_id', 'in', payerIds)
    .orderBy('id', 'desc')
    .execute()
}

function describePayer(
  { dataSealer }: ListContext,
  payer: Row<'payers'>,
  details: readonly Row<'payment_details'>[],
): PayerRecord {
  const statuses = { kycStatus: payer.kyc_status, agreementStatus: payer.agreement_status }
  return {
    userId: payer.id,
    clientUserId: payer.erased_at === null ? openClientUser(dataSealer, payer) : null,
    ...statuses,
    isCompliant: isCompliant(statuses),
    provider: payer.provider,
    paymentDetails: details.flatMap((detail) => {
      const account = openAccount(dataSealer, detail)
      if (account === null) return []
      const { id, status, rejection_message: rejectionMessage, created_at: createdAt } = detail
      return [{ id, ...describeAccount(account), status, rejectionMessage, createdAt }]
    }),
    createdAt: payer.created_at,
    updatedAt: payer.updated_at,
    erasedAt: payer.erased_at,
  }
}
