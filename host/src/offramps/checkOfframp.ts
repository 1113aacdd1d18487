import { isFinal, offrampMachine } from '@secure-payment/core/offramp'
import { sql } from 'kysely'
import type { Row } from '../db/schema.ts'
import { LEFT_CHAIN } from '../payments/leaveChain.ts'
import { applyReports } from './applyReports.ts'
import { nextCheckAt, setNextCheck } from './dueRecords.ts'
import { OfframpRefusedError, OfframpUnavailableError } from './errors.ts'
import type { SendContext } from './sendPayer.ts'
import { startOfframp } from './startOfframp.ts'

/**
 * Checks an offramp once: starts it, or queries the provider for its progress. The host never gives up on money in transit; while
 * the provider cannot be reached, `failure_reason` contains the reason. Returns whether the check may have written events.
 */
export async function checkOfframp(context: SendContext, id: string): Promise<boolean> {
  const offramp = await selectOfframp(context, id)
  if (offramp === undefined) return false
  if (isFinal(offrampMachine, offramp.status) || offramp.payer_id === null) {
    await setNextCheck(context, 'offramps', { id, at: null })
    return false
  }
  if (offramp.provider !== context.offramp.id) {
    const reason = `This host has no provider ${offramp.provider}.`
    await noteTrouble(context, offramp, reason)
    return false
  }
  try {
    return await check(context, offramp)
  } catch (error) {
    const isOfProvider =
      error instanceof OfframpUnavailableError || error instanceof OfframpRefusedError
    const reason = isOfProvider
      ? error.message
      : 'This host could not follow the transfer: see the log of the host.'
    await noteTrouble(context, offramp, reason)
    context.log.error({ offrampId: id, err: error }, 'Could not follow an offramp')
    return false
  }
}

function selectOfframp({ db }: SendContext, id: string): Promise<Row<'offramps'> | undefined> {
  return db.kysely.selectFrom('offramps').selectAll().where('id', '=', id).executeTakeFirst()
}

async function check(context: SendContext, offramp: Row<'offramps'>): Promise<boolean> {
  const { id, provider_id: providerId } = offramp
  if (providerId === null) return startOfframp(context, offramp)
  const hasChanged = await applyReports(context, { kind: 'offramp', providerId })
  await planNext(context, id)
  return hasChanged
}

async function planNext(context: SendContext, id: string): Promise<void> {
  const offramp = await selectOfframp(context, id)
  if (offramp === undefined || isFinal(offrampMachine, offramp.status)) return
  await noteTrouble(context, offramp, null)
}

/**
 * Stores the reason why an offramp makes no progress, or null, and the time of its next check. An offramp that has changed in the
 * meantime stays due.
 */
async function noteTrouble(
  context: SendContext,
  { id, status, updated_at }: Row<'offramps'>,
  trouble: string | null,
): Promise<void> {
  await context.db.kysely
    .updateTable('offramps')
    .set({
      next_check_at: nextCheckAt('offramps', context.now(), updated_at),
      // The reason `LEFT_CHAIN` has priority.
      failure_reason: sql`case failure_reason when ${LEFT_CHAIN} then failure_reason else cast(${trouble} as text) end`,
    })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('payer_id', 'is not', null)
    .execute()
}
