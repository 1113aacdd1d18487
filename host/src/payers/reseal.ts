import type { Context } from '../context.ts'
import { type DataSealer, DataUnreadableError } from '../dataSealer.ts'
import type { Row } from '../db/schema.ts'
import { moveDataCheck } from '../openDataSealer.ts'
import {
  clientUserDigests,
  openAccount,
  openClientUser,
  openLinks,
  openProfile,
  profileDigests,
  sealAccount,
  sealClientUser,
  sealLinks,
  sealProfile,
} from './sealedFields.ts'

/** The maximum number of rows per transaction, so that the writer is never locked for long. */
const ROWS_A_BATCH = 100

/** The numbers of rows by outcome. */
export type Resealed = {
  /** The number of resealed rows. */
  payers: number
  paymentDetails: number
  /** The number of rows that no key of this host decrypts; they stay unchanged. */
  unreadable: number
}

type ResealContext = Pick<Context, 'db' | 'dataSealer'>
/** The outcome of one row. */
type Outcome = 'resealed' | 'current' | 'unreadable'

/**
 * Reseals every row that does not use the first key, so that the other keys become unnecessary. Each batch is one transaction, so
 * a later run skips the rows of finished batches. Without an unreadable row, hosts then start with the first key alone. Hosts may run at the same time, with the same first key.
 */
export async function reseal(context: ResealContext): Promise<Resealed> {
  const { kysely } = context.db
  const payers = await inBatches(
    (after) =>
      kysely
        .selectFrom('payers')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(ROWS_A_BATCH)
        .execute(),
    (ids) => resealPayers(context, ids),
  )
  const details = await inBatches(
    (after) =>
      kysely
        .selectFrom('payment_details')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(ROWS_A_BATCH)
        .execute(),
    (ids) => resealDetails(context, ids),
  )
  const unreadable = payers.unreadable + details.unreadable
  if (unreadable === 0) await moveDataCheck(context)
  return { payers: payers.resealed, paymentDetails: details.resealed, unreadable }
}

async function inBatches(
  readAfter: (id: string) => Promise<readonly { id: string }[]>,
  resealBatch: (ids: readonly string[]) => Promise<readonly Outcome[]>,
): Promise<Record<Outcome, number>> {
  const counts = { resealed: 0, current: 0, unreadable: 0 }
  let batch = await readAfter('')
  for (let last = batch.at(-1); last !== undefined; last = batch.at(-1)) {
    for (const outcome of await resealBatch(batch.map(({ id }) => id))) counts[outcome] += 1
    batch = await readAfter(last.id)
  }
  return counts
}

function resealPayers({ db, dataSealer }: ResealContext, ids: readonly string[]) {
  return db.transaction(async (tx) => {
    // Locks the rows, so that no call changes them between this read and the writes below.
    const rows = await tx
      .updateTable('payers')
      .set((eb) => ({ id: eb.ref('id') }))
      .where('id', 'in', ids)
      .returningAll()
      .execute()
    return oneByOne(rows, async (row) => {
      const change = changeOfPayer(dataSealer, row)
      if (change === null) return false
      await tx.updateTable('payers').set(change).where('id', '=', row.id).execute()
      return true
    })
  })
}

function resealDetails({ db, dataSealer }: ResealContext, ids: readonly string[]) {
  return db.transaction(async (tx) => {
    // Locks the rows, like those of payers.
    const rows = await tx
      .updateTable('payment_details')
      .set((eb) => ({ id: eb.ref('id') }))
      .where('id', 'in', ids)
      .returningAll()
      .execute()
    return oneByOne(rows, async (row) => {
      const { sealed_account: sealed } = row
      const account = openAccount(dataSealer, row)
      if (account === null || sealed === null || dataSealer.isCurrent(sealed)) return false
      const sealed_account = sealAccount(dataSealer, row.id, account)
      await tx
        .updateTable('payment_details')
        .set({ sealed_account })
        .where('id', '=', row.id)
        .execute()
      return true
    })
  })
}

/** Changes rows one after another, and returns the outcome of each; `change` returns whether it changed the row. */
async function oneByOne<T>(
  rows: readonly T[],
  change: (row: T) => Promise<boolean>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const row of rows) {
    try {
      outcomes.push((await change(row)) ? 'resealed' : 'current')
    } catch (error) {
      if (!(error instanceof DataUnreadableError)) throw error
      outcomes.push('unreadable')
    }
  }
  return outcomes
}

/** Returns a payer's fields, resealed with the first key; null if that key already seals all of them. */
function changeOfPayer(sealer: DataSealer, payer: Row<'payers'>): Partial<Row<'payers'>> | null {
  const { id, tenant_id: tenantId } = payer
  const clientUserId = openClientUser(sealer, payer)
  const profile = openProfile(sealer, payer)
  const links = openLinks(sealer, payer)
  const sealed = [payer.sealed_client_user, payer.sealed_profile, payer.sealed_links]
  if (sealed.every((text) => text === null || sealer.isCurrent(text))) return null
  return {
    sealed_client_user: sealClientUser(sealer, id, clientUserId),
    ...(payer.erased_at === null && {
      client_user_digest: clientUserDigests(sealer, { tenantId, clientUserId })[0],
    }),
    ...(profile !== null && { sealed_profile: sealProfile(sealer, id, profile) }),
    ...(profile !== null &&
      payer.profile_digest !== null && {
        profile_digest: profileDigests(sealer, { id, profile })[0],
      }),
    ...(payer.sealed_links !== null && { sealed_links: sealLinks(sealer, id, links) }),
  }
}
