import { InvalidInputError } from '@secure-payment/core'
import { findCurrency } from '@secure-payment/core/catalogue'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'
import { type Planned, parsePlan } from './requestPlan.ts'

/** The columns of a request that each of its options has too. */
export const OPTION_COLUMNS = [
  'network',
  'payee',
  'token_address',
  'payment_currency',
  'kind',
  'conversion_path',
  'max_rate_age_s',
  'payment_reference',
] as const

/** A further way to pay a request. */
export type RequestOption = Pick<
  Row<'request_options'>,
  'request_id' | (typeof OPTION_COLUMNS)[number]
>

/** The members of a request that an option replaces. */
type Replaced = Planned<Pick<Row<'requests'>, (typeof OPTION_COLUMNS)[number]>> & Marked

/** `isFurther` is present on a request that has the terms of a further option. No bridge delivers to such an option. */
type Marked = { isFurther?: true }

/** Returns a request as if the option were its only way to pay. Amounts and fees stay, because all options settle in the same units. */
export function withOption<Stored extends Replaced>(
  request: Stored,
  option: RequestOption,
): Stored {
  const { network, payee, token_address, payment_currency, payment_reference } = option
  const replaced = { network, payee, token_address, payment_currency, payment_reference }
  return { ...request, ...replaced, plan: parsePlan(option), isFurther: true }
}

/**
 * Returns the option that a currency id names; the request's own way to pay comes first.
 *
 * @throws InvalidInputError naming `option`
 */
export function requireOption<Option extends Pick<Replaced, 'payment_currency'>>(
  options: readonly Option[],
  currency: string,
): Option {
  const id = findCurrency(currency)?.currency.id
  const found = options.find(({ payment_currency }) => payment_currency === id)
  if (found !== undefined) return found
  const accepted = options.map(({ payment_currency }) => payment_currency).join(', ')
  const message = `must be one of the accepted currencies: ${accepted}`
  throw new InvalidInputError([{ field: 'option', code: 'unknown_option', message }])
}

/** Reads the further options of one request, in order. */
export const selectOptions = preparedRead((kysely) =>
  kysely
    .selectFrom('request_options')
    .select(['request_id', ...OPTION_COLUMNS])
    .where('request_id', '=', TEXT)
    .orderBy('position')
    .compile(),
)

/** Reads the further options of several requests, in order, by request. */
export async function readOptions(
  db: Context['db']['kysely'] | Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RequestOption[]>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('request_options')
    .select(['request_id', ...OPTION_COLUMNS])
    .where('request_id', 'in', requestIds)
    .orderBy('request_id')
    .orderBy('position')
    .execute()
  return Map.groupBy(rows, ({ request_id }) => request_id)
}

/** Copies the progress of requests to their options, so that the watchers find the open networks with one query. */
export async function saveOptions(tx: Tx, requestIds: readonly string[]): Promise<void> {
  if (requestIds.length === 0) return
  await tx
    .updateTable('request_options')
    .from('requests')
    .set((eb) => ({
      has_been_paid: eb.ref('requests.has_been_paid'),
      updated_at: eb.ref('requests.updated_at'),
    }))
    .whereRef('requests.id', '=', 'request_options.request_id')
    .where('request_options.request_id', 'in', requestIds)
    .execute()
}
