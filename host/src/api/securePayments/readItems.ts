import { LISTED_ITEMS } from '@secure-payment/core/api'
import { type NotNull, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { CombinedInto } from '../../paying/presentStatus.ts'

const ITEM_COLUMNS = [
  'id',
  'secure_payment_token',
  'item_index',
  'network',
  'kind',
  'conversion_path',
  'max_rate_age_s',
  'recurring_payment_id',
  'offramp_provider',
  'payee',
  'invoice_currency',
  'payment_currency',
  'expected_units',
  'paid_units',
  'status',
  'reference',
  'customer_info',
  'order_details',
  'cancelled_at',
] as const

const HAS_PENDING = sql<1 | null>`(select 1 from pending_payments as pending
  where pending.request_id = requests.id limit 1)`

/** The items of a listed payment. `combinedInto` is the link that pays them, if the payment's link was combined with others. */
export type ListedItems = {
  readonly items: readonly ItemRow[]
  readonly combinedInto: CombinedInto | null
}
export type ItemRow = Awaited<ReturnType<typeof selectItems>>[number]

/** Returns each payment's first items, by token. */
export async function readItems(
  db: Context['db'],
  tokens: readonly string[],
): Promise<ReadonlyMap<string, ListedItems>> {
  const own = Map.groupBy(await selectItems(db, tokens), (row) => row.secure_payment_token)
  // The request of a combined payout belongs to the new link.
  const moved = tokens.filter((token) => !own.has(token))
  const rows = moved.length === 0 ? [] : await selectMoved(db, moved)
  return new Map<string, ListedItems>([
    ...[...own].map(([token, items]) => [token, { items, combinedInto: null }] as const),
    ...rows.map(({ child_token, link_status: status, link_expires_at: expires_at, ...item }) => {
      const combinedInto = { token: item.secure_payment_token, status, expires_at }
      return [child_token, { items: [item], combinedInto }] as const
    }),
  ])
}

function selectItems({ kysely }: Context['db'], tokens: readonly string[]) {
  return kysely
    .selectFrom('requests')
    .select(ITEM_COLUMNS)
    .select(HAS_PENDING.as('has_pending'))
    .where('secure_payment_token', 'in', ['', ...tokens])
    .$narrowType<{ secure_payment_token: NotNull }>()
    .where('item_index', '<', LISTED_ITEMS)
    .orderBy('item_index')
    .execute()
}

function selectMoved({ kysely }: Context['db'], tokens: readonly string[]) {
  return kysely
    .selectFrom('combined_payouts')
    .innerJoin('requests', 'requests.id', 'combined_payouts.request_id')
    .innerJoin('secure_payments as link', 'link.token', 'combined_payouts.token')
    .select(ITEM_COLUMNS.map((column) => `requests.${column}` as const))
    .select(HAS_PENDING.as('has_pending'))
    .select([
      'combined_payouts.child_token',
      'link.status as link_status',
      'link.expires_at as link_expires_at',
    ])
    .where('combined_payouts.child_token', 'in', tokens)
    .$narrowType<{ secure_payment_token: NotNull }>()
    .execute()
}
