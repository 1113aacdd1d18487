import type { Context } from '../context.ts'

/** The listeners of each open database. */
const listeners = new WeakMap<Context['db'], Set<() => void>>()

/**
 * Notifies the sender of this process, if there is one, that due deliveries were committed; polling finds them in any
 * case.
 */
export function announceDeliveries({ db }: Pick<Context, 'db'>): void {
  for (const listener of listeners.get(db) ?? []) listener()
}

/** Calls back at each announcement over the same database; returns a function that unsubscribes. */
export function onDeliveries({ db }: Pick<Context, 'db'>, listener: () => void): () => void {
  const known = listeners.get(db) ?? new Set()
  known.add(listener)
  listeners.set(db, known)
  return () => void known.delete(listener)
}
