import type { Context } from '../context.ts'
import type { SendContext } from '../payers/sendPayer.ts'
import { createLeaseKeeper } from '../scheduling/leaseKeeper.ts'
import type { Holder } from '../scheduling/leases.ts'
import { checkAccount } from './checkAccount.ts'
import { checkOfframp } from './checkOfframp.ts'
import { checkPayer } from './checkPayer.ts'
import { type DueTable, putOff, selectDue } from './dueRecords.ts'

/** Records of one kind that one run checks in parallel: as many queries to the provider. */
const MAX_CHECKED = 8

/** Sends new records to the provider, and reads the reports that its callbacks may have missed. */
export type OfframpPoller = {
  /** One bounded piece of work; `more` when there is some left to do at once. */
  step(): Promise<{ more: boolean }>
  /** Gives the lease up. */
  release(): Promise<void>
}

/**
 * Creates the poller of payers, bank accounts and offramps. One host works at a time, by a lease that only saves the
 * provider repeated calls: every call carries our id, and every change is made under the lock of its row. Due records
 * are in the tables, so a host that is killed leaves them due. `onEvents` is called after commits that may have written
 * webhook events.
 */
export function createOfframpPoller(
  context: SendContext & Pick<Context, 'clock'>,
  options: { holder: Holder; onEvents: () => void },
): OfframpPoller {
  const keeper = createLeaseKeeper(context, 'poll offramps', options.holder)
  return {
    async step() {
      // This check acquires no lease, because usually nothing is due.
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

/** Money that is under way comes first. */
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

/** Whether there may be events. A record that this host cannot follow makes room for others, and is checked again later. */
async function checkApart(context: SendContext, { table, id }: DueRecord): Promise<boolean> {
  try {
    return await CHECKS[table](context, id)
  } catch (error) {
    context.log.error({ table, id, err: error }, 'Could not check with the offramp provider')
    await putOff(context, table, id)
    return false
  }
}
