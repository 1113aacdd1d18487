import type { Row } from '../db/schema.ts'

/**
 * Returns an event's members for the client ID that created its request, and for the page's origin; none without a client ID.
 */
export function clientFields({
  client_id: clientId,
  origin,
}: Pick<Row<'requests'>, 'client_id' | 'origin'>): { clientId?: string; origin?: string } {
  if (clientId === null) return {}
  return { clientId, ...(origin === null ? {} : { origin }) }
}
