import type { CompiledQuery, Kysely } from 'kysely'
import type { Database } from './openDatabase.ts'
import type { Schema } from './schema.ts'

/** Marks a text parameter's place in a prepared read; the value is bound at each call. */
export const TEXT = ''

/**
 * Defines a frequent read, whose SQL is built and compiled at the first call for each database. Each call binds values in the order in
 * which the statement names its parameters, including a `limit`.
 */
export function preparedRead<R>(
  build: (kysely: Kysely<Schema>) => CompiledQuery<R>,
): (db: Database, ...parameters: readonly unknown[]) => Promise<R[]> {
  const reads = new WeakMap<Database, (...parameters: readonly unknown[]) => Promise<R[]>>()
  return (db, ...parameters) => {
    let read = reads.get(db)
    if (read === undefined) {
      read = db.prepare(build(db.kysely))
      reads.set(db, read)
    }
    return read(...parameters)
  }
}
