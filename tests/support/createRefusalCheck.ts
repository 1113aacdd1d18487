import { expect } from 'vitest'
import { dumpDatabase } from './dumpDatabase.ts'
import type { TestHost } from './testHost.ts'

/** One call that must be refused: method, path and body. */
export type RefusedCall = readonly [string, string, (object | undefined)?]

/** What it must be answered; `errors` as `field code`, undefined where no field is named. */
export type Refusal = { status: number; code: string; errors?: readonly string[] }

/** Expects refusals, each of which leaves every row of the database as it was. */
export type RefusalCheck = {
  /** Takes the rows of now for those that must stay. Call it when all is seeded. */
  rememberRows(): Promise<void>
  expectRefusal(call: RefusedCall, expected: Refusal): Promise<void>
}

/** Creates the check for a host. */
export function createRefusalCheck({ host, call }: Pick<TestHost, 'host' | 'call'>): RefusalCheck {
  // All but when the key was used last.
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

/** A refusal of the fields themselves. */
export function invalid(...errors: string[]): Refusal {
  return { status: 400, code: 'validation_failed', errors }
}
