import type { Row } from '../db/schema.ts'

/** A request's conversion path: currency hashes from its invoice currency to its payment currency; empty when it is direct. */
export function parsePath(request: Pick<Row<'requests'>, 'conversion_path'>): readonly string[] {
  // Our own JSON, written when the request was created.
  return request.conversion_path === null ? [] : JSON.parse(request.conversion_path)
}
