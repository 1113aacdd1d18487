import { type RawBuilder, sql } from 'kysely'

/**
 * Omits the open copies of reusable links from a statement on `requests`. Any visitor can open copies, so they concern the merchant only
 * once money is found for them.
 */
export const isListed: RawBuilder<boolean> = sql<boolean>`not exists (select 1 from unlisted_requests
  where request_id = requests.id and copy_token is not null)`
