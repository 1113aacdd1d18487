import type { Row } from '../db/schema.ts'

/** What the body of an event says of the client ID that its request was created with, and of the page: nothing without one. */
export function clientFields({
  client_id: clientId,
  origin,
}: Pick<Row<'requests'>, 'client_id' | 'origin'>): { clientId?: string; origin?: string } {
  if (clientId === null) return {}
  return { clientId, ...(origin === null ? {} : { origin }) }
}
