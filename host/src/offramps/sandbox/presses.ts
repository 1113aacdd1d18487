import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import { lockPayer } from '../../payers/lockPayer.ts'
import type { Press } from './payerReports.ts'

/** The maximum number of stored presses, more than any person needs; later presses are ignored. */
const MAX_PRESSES = 100

/** Reads the buttons pressed for a payer, in order. */
export async function readPresses(
  reads: Pick<Tx, 'selectFrom'>,
  payerId: string,
): Promise<readonly Press[]> {
  const rows = await reads
    .selectFrom('sandbox_presses')
    .select(['action', 'pressed_at'])
    .where('payer_id', '=', payerId)
    .orderBy('number')
    .execute()
  return rows.map(({ action, pressed_at }) => ({ action, at: new Date(pressed_at) }))
}

/**
 * Records a pressed button if `isDue` allows it after the earlier presses, and makes the payer's check due immediately.
 */
export async function press(
  { db, now }: Pick<Context, 'db' | 'now'>,
  payerId: string,
  facts: {
    action: Row<'sandbox_presses'>['action']
    isDue: (payer: Row<'payers'>, presses: readonly Press[]) => boolean
  },
): Promise<void> {
  const pressed_at = now().toISOString()
  await db.transaction(async (tx) => {
    const payer = await lockPayer(tx, payerId)
    if (payer === undefined || payer.erased_at !== null) return
    const presses = await readPresses(tx, payerId)
    if (presses.length >= MAX_PRESSES || !facts.isDue(payer, presses)) return
    const number = presses.length + 1
    await tx
      .insertInto('sandbox_presses')
      .values({ payer_id: payerId, number, action: facts.action, pressed_at })
      .execute()
    await tx
      .updateTable('payers')
      .set({ next_check_at: pressed_at })
      .where('id', '=', payerId)
      .where('provider_id', 'is not', null)
      .execute()
  })
}

/** Returns whether the last decision on an agreement was different. */
export function isNewWord(presses: readonly Press[], action: 'sign' | 'decline'): boolean {
  const last = presses.findLast((one) => one.action === 'sign' || one.action === 'decline')
  return last?.action !== action
}
