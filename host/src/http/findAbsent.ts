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
