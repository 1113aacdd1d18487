import type { Database } from '../db/openDatabase.ts'

const listeners = new WeakMap<object, Set<() => void>>()

/** Calls a listener whenever this process has stored a signed payment. Executors of other processes poll. */
export function onSignedStored(db: Pick<Database, 'kysely'>, listener: () => void): void {
  const known = listeners.get(db.kysely) ?? new Set()
  listeners.set(db.kysely, known.add(listener))
}

/** Lets the executors of this process send a signed payment at once. */
export function tellSignedStored(db: Pick<Database, 'kysely'>): void {
  for (const listener of listeners.get(db.kysely) ?? []) listener()
}
