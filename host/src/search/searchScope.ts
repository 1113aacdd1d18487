import type { Kysely } from 'kysely'
import type { Database, Reads } from '../db/openDatabase.ts'
import type { Schema } from '../db/schema.ts'
import type { Position } from './paymentFilter.ts'

/** One snapshot of a database, and the builder of statements for it. */
export type Snapshot = {
  dialect: Database['dialect']
  kysely: Kysely<Schema>
  reads: Reads
}

/** Only payments on this list in one of these groups. */
export type SearchScope = {
  list: string
  groupIds: readonly string[]
  /** The counts to sum: those of the groups, or those of the tenant for all of its groups. */
  countedAs: readonly string[]
  /** Only payments after this one in search order. */
  after: Position | null
}
