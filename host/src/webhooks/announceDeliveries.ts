import type { Context } from '../context.ts'

/** The listeners of each open database. */
const listeners = new WeakMap<Context['db'], Set<() => void>>()

/**
 * Notifies this process's webhook sender, if it has one, of committed due deliveries; senders in other processes find them by polling.
 */
export function announceDeliveries({ db }: Pick<Context, 'db'>): void {
  for (const listener of listeners.get(db) ?? []) listener()
}

/** Calls `listener` at each announcement for the same database; returns a function that unsubscribes. */
export function onDeliveries({ db }: Pick<Context, 'db'>, listener: () => void): () => void {
  const known = listeners.get(db) ?? new Set()
  known.add(listener)
  listeners.set(db, known)
  return () => void known.delete(listener)
}
