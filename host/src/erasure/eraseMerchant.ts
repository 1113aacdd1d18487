import { type RawBuilder, sql } from 'kysely'
import { BOOTSTRAP_TENANT_ID } from '../auth/bootstrap.ts'
import { findMerchant } from '../auth/findMerchant.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { erasePayer } from '../payers/erasePayer.ts'
import { openClientUser } from '../payers/sealedFields.ts'
import { ErasureRefusedError } from './errors.ts'

/** The name of an erased merchant, and of the members who made its decisions. */
const ERASED = 'erased'

/** The tables whose rows of a merchant are deleted, in this order; credentials come first, so that no call adds further rows. */
const DELETED = [
  'sessions',
  'pending_sign_ins',
  'api_keys',
  'client_ids',
  'wallets',
  'accounts',
  'passkeys',
  'member_contacts',
  'mail_codes',
  'mails',
  'receipt_mails',
  'notices',
  'merchant_domains',
  'payee_destinations',
  'refund_claims',
  'audit_log',
] as const

/** The columns with personal data in the tables that stay as a ledger, and their new values. */
const CLEARED: Readonly<Record<string, Readonly<Record<string, string | number | null>>>> = {
  requests: {
    reference: null,
    customer_info: null,
    order_details: null,
    origin: null,
    recipient_identifier: null,
    address_digest: null,
    next_recurrence_at: null,
    is_recurrence_stopped: 1,
  },
  secure_payments: {
    reference: null,
    payer_identifier: null,
    origin: null,
    redirect_url: null,
    redirect_label: null,
    payer_language: null,
  },
  payments: { reference: null, customer_email: null, note: null },
  recurring_payments: { reference: null, customer_info: null, next_due_at: null },
  refunds: { reference: null, reason: null, created_by: ERASED },
  kept_surpluses: { reason: '', decided_by: ERASED },
  approvals: { reason: null, requested_by: null, decided_by: null },
}

/**
 * Erases the personal data of a merchant's members and payers, and all credentials and events. The ledger stays under ids: requests,
 * payments, refunds and totals, with amounts, times and the addresses that are public on the chain. Links keep their rules for payers,
 * because they stay payable. Each statement commits on its own; a repeated call continues.
 *
 * @throws ErasureRefusedError, PayerInUseError while money of a payer is in transit to a bank account
 */
export async function eraseMerchant(
  context: Pick<Context, 'db' | 'dataSealer' | 'now'>,
  { merchant, isForced }: { merchant: string; isForced: boolean },
): Promise<{ tenantId: string; payers: number }> {
  const tenantId = await findMerchant(context, merchant)
  if (tenantId === null) throw new ErasureRefusedError({ merchant, reason: 'unknown' })
  if (tenantId === BOOTSTRAP_TENANT_ID) throw new ErasureRefusedError({ merchant, reason: 'first' })
  if (!isForced) throw new ErasureRefusedError({ merchant, reason: 'unconfirmed' })
  const payers = await erasePayers(context, tenantId)
  for (const statement of statements(tenantId)) await statement.execute(context.db.kysely)
  return { tenantId, payers }
}

async function erasePayers(
  context: Pick<Context, 'db' | 'dataSealer' | 'now'>,
  tenantId: string,
): Promise<number> {
  const rows: Pick<Row<'payers'>, 'id' | 'sealed_client_user'>[] = await context.db.kysely
    .selectFrom('payers')
    .select(['id', 'sealed_client_user'])
    .where('tenant_id', '=', tenantId)
    .where('erased_at', 'is', null)
    .execute()
  for (const row of rows) {
    const clientUserId = openClientUser(context.dataSealer, row)
    await erasePayer(context, { tenantId, clientUserId, isForced: false })
  }
  return rows.length
}

function statements(tenantId: string): RawBuilder<unknown>[] {
  const events = sql`select id from events where tenant_id = ${tenantId}`
  const deliveries = sql`select id from webhook_deliveries where event_id in (${events})`
  const groups = sql`select id from payment_groups where tenant_id = ${tenantId}`
  const pages = sql`select token from secure_payments where tenant_id = ${tenantId}`
  return [
    sql`delete from recovery_codes where member_id in (select member_id from member_factors where tenant_id = ${tenantId})`,
    sql`delete from member_factors where tenant_id = ${tenantId}`,
    ...DELETED.map((table) => sql`delete from ${sql.table(table)} where tenant_id = ${tenantId}`),
    sql`delete from invitations where joins_tenant_id = ${tenantId} or invited_by = ${tenantId}`,
    sql`delete from logos where branding_id in (select id from brandings where tenant_id = ${tenantId})`,
    sql`delete from brandings where tenant_id = ${tenantId}`,
    // The stored responses contain customers' texts; the scope begins with the merchant's id, then a colon.
    sql`delete from idempotency_keys where scope >= ${`${tenantId}:`} and scope < ${`${tenantId};`}`,
    sql`delete from access_rejections where token in (${pages})`,
    sql`delete from payment_screenings where token in (${pages})`,
    sql`delete from webhook_attempts where delivery_id in (${deliveries})`,
    sql`delete from webhook_deliveries where event_id in (${events})`,
    sql`delete from events where tenant_id = ${tenantId}`,
    sql`delete from webhook_endpoints where tenant_id = ${tenantId}`,
    // The lists of references and e-mail addresses contain these texts; see `search/paymentLists.ts`.
    ...['payment_entries', 'payment_counts'].map(
      (table) =>
        sql`delete from ${sql.table(table)} where group_id in (${groups}) and (list like 'r%' or list like 'e%')`,
    ),
    ...Object.entries(CLEARED).map(([table, values]) => {
      const changes = Object.entries(values).map(
        ([name, value]) => sql`${sql.ref(name)} = ${value}`,
      )
      return sql`update ${sql.table(table)} set ${sql.join(changes)} where tenant_id = ${tenantId}`
    }),
    sql`update tenants set name = ${ERASED}, sends_user_events = 0, sends_receipts = 0, is_relay_allowed = 0 where id = ${tenantId}`,
  ]
}
