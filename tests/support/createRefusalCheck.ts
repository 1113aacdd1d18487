import { expect } from 'vitest'
import { dumpDatabase } from './dumpDatabase.ts'
import type { TestHost } from './testHost.ts'

/** One call that must be rejected: method, path and body. */
type RefusedCall = readonly [string, string, (object | undefined)?]

/** The expected response; `errors` has entries like `field code`, or is undefined when the response names no field. */
export type Refusal = { status: number; code: string; errors?: readonly string[] }

/** Expects rejections, each of which leaves every row of the database unchanged. */
export type RefusalCheck = {
  /** Stores the current rows as the expected rows. The caller must have created all records before. */
  rememberRows(): Promise<void>
  expectRefusal(call: RefusedCall, expected: Refusal): Promise<void>
}

/** Creates the check for a host. */
export function createRefusalCheck({ host, call }: Pick<TestHost, 'host' | 'call'>): RefusalCheck {
  // All columns except the time at which the key was last used.
  const readRows = () => dumpDatabase(host.context.db, { without: ['api_keys', 'rate_limits'] })
  let rows = ''
  return {
    async rememberRows() {
      rows = await readRows()
    },
    async expectRefusal([method, path, body], expected) {
      const { status, json } = await call(method, path, body === undefined ? {} : { body })
      const errors = json.errors?.map(
        (issue: { field: string; code: string }) => `${issue.field} ${issue.code}`,
      )
      expect({ status, code: json.code, errors }).toEqual({ errors: undefined, ...expected })
      expect(await readRows()).toBe(rows)
    },
  }
}

/** Returns the expected rejection of invalid fields. */
export function invalid(...errors: string[]): Refusal {
  return { status: 400, code: 'validation_failed', errors }
}
