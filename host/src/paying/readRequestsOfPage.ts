import type { Context } from '../context.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'

/** The columns of a request that a payment page and its calldata need. */
export const ITEM_COLUMNS = [
  'id',
  'kind',
  'network',
  'payee',
  'token_address',
  'destination_id',
  'invoice_currency',
  'payment_currency',
  'expected_units',
  'paid_units',
  'revocations',
  'fee_percentage',
  'fee_units',
  'fee_address',
  'fee_bearer',
  'fee_is_rounded',
  'payment_reference',
  'conversion_path',
  'max_rate_age_s',
  'order_details',
  'status',
  'approval_id',
  'option_count',
] as const

type ItemRow = Pick<Row<'requests'>, (typeof ITEM_COLUMNS)[number]>

const selectRequests = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .select(ITEM_COLUMNS)
    .where('secure_payment_token', '=', TEXT)
    .orderBy('item_index')
    .compile(),
)
const selectMoved = preparedRead((kysely) =>
  kysely
    .selectFrom('combined_payouts')
    .innerJoin('requests', 'requests.id', 'combined_payouts.request_id')
    .select(ITEM_COLUMNS.map((column) => `requests.${column}` as const))
    .where('combined_payouts.child_token', '=', TEXT)
    .compile(),
)

/**
 * Reads a page's requests, in the order of the items. A payout link that was combined with others still shows its request, which the new
 * link pays: its payer learns that this link has ended.
 */
export async function readRequestsOfPage(
  db: Context['db'],
  token: string,
): Promise<readonly ItemRow[]> {
  const own = await selectRequests(db, token)
  return own.length > 0 ? own : selectMoved(db, token)
}
