import type { Row } from '../db/schema.ts'

/**
 * Returns the members of an event's body about the client ID that created its request, and about the page; none without a client ID.
 */
export function clientFields({
  client_id: clientId,
  origin,
}: Pick<Row<'requests'>, 'client_id' | 'origin'>): { clientId?: string; origin?: string } {
  if (clientId === null) return {}
  return { clientId, ...(origin === null ? {} : { origin }) }
}
