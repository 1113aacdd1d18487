import type { IncomingMessage } from 'node:http'
import { absentOperations } from './absentOperations.ts'
import { OperationNotOfferedError } from './errors.ts'

const patterns = absentOperations.map(({ method, path, reason }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  reason,
}))

/** Returns the error for a call of Request Network's clients that this service does not offer; null for any other call. */
export function findAbsent({
  method,
  url = '',
}: Pick<IncomingMessage, 'method' | 'url'>): OperationNotOfferedError | null {
  const [path = ''] = url.split('?', 1)
  const found = patterns.find((one) => one.method === method && one.pattern.test(path))
  return found === undefined ? null : new OperationNotOfferedError(found)
}

/** The parameters whose values are ids that the service created; such an id is never a lower-case word. */
const CREATED_IDS: ReadonlySet<string> = new Set(['token', 'id', 'requestId', 'webhookId'])
const WORD = /^[a-z]+(?:-[a-z]+)*$/

/** Returns whether a path has a word in place of an id: the path then belongs to another operation, not to a record. */
export function namesNoRecord({ params }: { params: unknown }): boolean {
  return Object.entries(params as Record<string, unknown>).some(
    ([name, value]) => CREATED_IDS.has(name) && WORD.test(String(value)),
  )
}

/**
 * Rejects an operation of Request Network that this service does not offer, if its path would also be the path of a record. The response is
 * the same for every caller, so no credential is needed.
 *
 * @throws OperationNotOfferedError
 */
export function guardOffered(request: IncomingMessage & { params: unknown }): void {
  const absent = namesNoRecord(request) ? findAbsent(request) : null
  if (absent !== null) throw absent
}
