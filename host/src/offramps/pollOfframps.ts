import type { Context } from '../context.ts'
import { createLeaseKeeper } from '../leases/leaseKeeper.ts'
import type { Holder } from '../leases/leases.ts'
import { checkAccount } from './checkAccount.ts'
import { checkOfframp } from './checkOfframp.ts'
import { checkPayer } from './checkPayer.ts'
import { type DueTable, putOff, selectDue } from './dueRecords.ts'
import type { SendContext } from './sendPayer.ts'

/** The maximum number of records per kind that one run checks, in parallel and with one query each. */
const MAX_CHECKED = 8

/** Sends new records to the provider, and reads the reports that its callbacks may have missed. */
export type OfframpPoller = {
  /** Runs one bounded piece of work; `more` is true if more work is due now. */
  step(): Promise<{ more: boolean }>
  /** Releases the lease. */
  release(): Promise<void>
}

/**
 * Creates the poller of payers, bank accounts and offramps. One host polls at a time. The lease only avoids repeated calls: every call
 * contains the id of the service's record, and every change locks its row. Due records are in the tables, so they stay due if a host is
 * killed. `onEvents` is called after commits that may have written webhook events.
 */
export function createOfframpPoller(
  context: SendContext & Pick<Context, 'clock'>,
  options: { holder: Holder; onEvents: () => void },
): OfframpPoller {
  const keeper = createLeaseKeeper(context, 'poll offramps', options.holder)
  return {
    async step() {
      // This check acquires no lease, because usually no record is due.
      if ((await selectAllDue(context, 1)).length === 0) return { more: false }
      if ((await keeper.hold()) === null) return { more: false }
      const due = await selectAllDue(context, MAX_CHECKED)
      const checked = await Promise.all(due.map((record) => checkApart(context, record)))
      if (checked.includes(true)) options.onEvents()
      const more = TABLES.some(
        (table) => due.filter((record) => record.table === table).length === MAX_CHECKED,
      )
      return { more }
    },
    release: () => keeper.release(),
  }
}

/** Offramps are checked first, because their money is in transit. */
const TABLES = ['offramps', 'payment_details', 'payers'] as const satisfies readonly DueTable[]

const CHECKS: {
  readonly [Table in DueTable]: (context: SendContext, id: string) => Promise<boolean>
} = { offramps: checkOfframp, payment_details: checkAccount, payers: checkPayer }

type DueRecord = { table: DueTable; id: string }

async function selectAllDue(context: SendContext, limit: number): Promise<readonly DueRecord[]> {
  const due: DueRecord[] = []
  for (const table of TABLES) {
    for (const id of await selectDue(context, table, limit)) due.push({ table, id })
  }
  return due
}

/**
 * Returns whether the check may have written events. If the check fails, the record is checked again later, so that it does not
 * delay others.
 */
async function checkApart(context: SendContext, { table, id }: DueRecord): Promise<boolean> {
  try {
    return await CHECKS[table](context, id)
  } catch (error) {
    context.log.error({ table, id, err: error }, 'Could not check with the offramp provider')
    await putOff(context, table, id)
    return false
  }
}
