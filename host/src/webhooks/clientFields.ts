import type { Row } from '../db/schema.ts'

/**
 * The members of an event's body about the client ID that its request was created with, and about the page: none
 * without one.
 */
export function clientFields({
  client_id: clientId,
  origin,
}: Pick<Row<'requests'>, 'client_id' | 'origin'>): { clientId?: string; origin?: string } {
  if (clientId === null) return {}
  return { clientId, ...(origin === null ? {} : { origin }) }
}
