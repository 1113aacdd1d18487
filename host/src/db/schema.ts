import type { Insertable, Selectable } from 'kysely'
import type { HostTables } from './tables/hosts.ts'
import type { MemberTables } from './tables/members.ts'
import type { MerchantTables } from './tables/merchants.ts'
import type { OfframpTables } from './tables/offramps.ts'
import type { PaymentTables } from './tables/payments.ts'
import type { RecurringTables } from './tables/recurring.ts'
import type { RequestTables } from './tables/requests.ts'
import type { SearchTables } from './tables/search.ts'
import type { SignedTables } from './tables/signed.ts'
import type { WebhookTables } from './tables/webhooks.ts'

/**
 * Every table of the service, for both engines, with text, integer and bigint columns only. Times are ISO 8601 text in UTC, amounts are
 * base units as decimal text, and a boolean is the integer 0 or 1. A `json` column is text. Ids are ordered by time.
 */
export type Schema = MerchantTables &
  MemberTables &
  RequestTables &
  PaymentTables &
  SearchTables &
  WebhookTables &
  RecurringTables &
  SignedTables &
  OfframpTables &
  HostTables

/** The type of a row that is read. */
export type Row<T extends keyof Schema> = Selectable<Schema[T]>
/** The type of a row that is inserted. */
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>
