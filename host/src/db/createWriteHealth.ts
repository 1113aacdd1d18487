import type { Kysely } from 'kysely'
import { isStorageFailure } from './errors.ts'
import type { Schema } from './schema.ts'

/** Whether the database accepts this process's writes, according to their outcomes. */
export type WriteHealth = {
  /** True after a write has failed because of storage, until a write succeeds. */
  isRefusing(): boolean
  succeeded(): void
  failed(error: unknown): void
} & Disposable

/** The interval of test writes while writes fail, so that a host without calls detects the recovery. */
const RETRY_MS = 1_000
/** The lease row that the test write updates. */
const PROBE = 'readyz'
const LONG_AGO = new Date(0).toISOString()

/** Creates the record of one open database. While writes succeed, the record causes no writes. */
export function createWriteHealth(kysely: Kysely<Schema>): WriteHealth {
  let isRefusing = false
  let timer: NodeJS.Timeout | undefined
  const succeeded = () => {
    isRefusing = false
    clearTimeout(timer)
  }
  const retryLater = () => {
    clearTimeout(timer)
    timer = setTimeout(retry, RETRY_MS).unref()
  }
  const retry = () => void writeProbe(kysely).then(succeeded, retryLater)
  return {
    isRefusing: () => isRefusing,
    succeeded() {
      if (isRefusing) succeeded()
    },
    failed(error) {
      if (isRefusing || !isStorageFailure(error)) return
      isRefusing = true
      retryLater()
    },
    [Symbol.dispose]: succeeded,
  }
}

async function writeProbe(kysely: Kysely<Schema>): Promise<void> {
  await kysely
    .insertInto('leases')
    .values({ name: PROBE, holder: PROBE, fencing: 0n, expires_at: LONG_AGO })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ expires_at: LONG_AGO }))
    .execute()
}
