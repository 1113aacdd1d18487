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

/** The payments of a list that are in one of the groups. */
export type SearchScope = {
  list: string
  groupIds: readonly string[]
  /** The counts that add up to those of the groups: the groups themselves, or the tenant for all of its groups. */
  countedAs: readonly string[]
  /** Only payments after this one in the order of search. */
  after: Position | null
}
