import type { z } from 'zod'
import { nonEmpty } from '../nonEmpty.ts'

/** Returns the path at which a response violates its schema, such as `result.0.hash`; empty for the response itself. */
export function firstInvalidPath({ issues }: z.ZodError): string {
  return nonEmpty(issues)[0].path.map(String).join('.')
}
