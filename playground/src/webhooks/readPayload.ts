import type { Arrival } from '../../server/inspector.ts'

/** Reads the members in a webhook's body; none if it is not a JSON object. */
export function readPayload({ body }: Pick<Arrival, 'body'>): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}
