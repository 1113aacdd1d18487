import { COMMAND } from '../folders.ts'
import { readRestore } from '../restores/restore.ts'
import type { ReadinessCheck } from './readinessCheck.ts'

/** The database was restored, and the operator has not ended the reconciliation, so payments of lost requests may count nowhere. */
export const reconciliationOpen: ReadinessCheck = {
  name: 'reconciliation_open',
  level: 'warning',
  run: async ({ context }) =>
    (await readRestore(context))?.endedAt === null
      ? [
          {
            message: `The database was restored or moved, and payments of lost requests may not count. Run ${COMMAND} reconcile, and end it with --finish.`,
          },
        ]
      : [],
}
