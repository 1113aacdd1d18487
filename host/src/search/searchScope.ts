import type { Kysely } from 'kysely'
import type { Database, Reads } from '../db/openDatabase.ts'
import type { Schema } from '../db/schema.ts'
import type { Position } from './paymentFilter.ts'

/** A snapshot of a database, and the query builder for it. */
export type Snapshot = {
  dialect: Database['dialect']
  kysely: Kysely<Schema>
  reads: Reads
}

/** Selects the payments on this list that are in one of these groups. */
export type SearchScope = {
  list: string
  groupIds: readonly string[]
  /** The ids whose stored counts are summed: the groups' ids, or the tenant's id if all of its groups match. */
  countedAs: readonly string[]
  /** Only payments after this one in search order. */
  after: Position | null
}
