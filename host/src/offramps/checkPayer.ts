import { isCompliant, judgeMove, kycMachine } from '@secure-payment/core/offramp'
import type { Row } from '../db/schema.ts'
import { changeCompliance } from '../payers/changeCompliance.ts'
import { lockPayer } from '../payers/lockPayer.ts'
import { applyReports } from './applyReports.ts'
import { isOutOfPatience, nextCheckAt, putOff, setNextCheck } from './dueRecords.ts'
import { OfframpRefusedError } from './errors.ts'
import { hasUntoldAgreement, sendAgreement } from './sendAgreement.ts'
import { type SendContext, sendPayer } from './sendPayer.ts'

/**
 * Checks a payer once: submits it, reports its agreement, or queries the provider for its progress. Returns whether the check may
 * have written events.
 *
 * @throws OfframpUnavailableError, OfframpRefusedError of a query
 */
export async function checkPayer(context: SendContext, id: string): Promise<boolean> {
  const payer = await selectPayer(context, id)
  if (payer === undefined) return false
  if (payer.erased_at !== null) {
    await setNextCheck(context, 'payers', { id, at: null })
    return false
  }
  if (payer.provider !== context.offramp.id) {
    await putOff(context, 'payers', id)
    return false
  }
  if (payer.provider_id === null) return submit(context, payer)
  if (hasUntoldAgreement(payer)) {
    const told = await sendAgreement(context, payer)
    // If the provider cannot be reached about the agreement, the host still reads the identity check.
    if (!hasUntoldAgreement(told)) return false
  }
  const { provider_id: providerId } = payer
  const hasChanged = await applyReports(context, { kind: 'payer', providerId })
  await planNext(context, id)
  return hasChanged
}

function selectPayer({ db }: SendContext, id: string): Promise<Row<'payers'> | undefined> {
  return db.kysely.selectFrom('payers').selectAll().where('id', '=', id).executeTakeFirst()
}

async function submit(context: SendContext, payer: Row<'payers'>): Promise<boolean> {
  if (isOutOfPatience(context.now(), payer.updated_at)) return giveUp(context, payer)
  try {
    await sendPayer(context, payer)
    return false
  } catch (error) {
    // The rejection has been stored and reported.
    if (error instanceof OfframpRefusedError) return true
    throw error
  }
}

/** Marks the check as failed, so that the payer can be submitted again with the same or other details. */
async function giveUp(context: SendContext, { id }: Row<'payers'>): Promise<boolean> {
  const hasChanged = await context.db.transaction(async (tx) => {
    const payer = await lockPayer(tx, id)
    if (payer === undefined || payer.provider_id !== null || payer.erased_at !== null) return false
    if (!isOutOfPatience(context.now(), payer.updated_at)) return false
    const change = { profile_digest: null, next_check_at: null }
    if (judgeMove(kycMachine, payer.kyc_status, 'failed') === 'moves') {
      await changeCompliance(tx, context, payer, { ...change, kyc_status: 'failed' })
      return true
    }
    await tx.updateTable('payers').set(change).where('id', '=', id).execute()
    return false
  })
  context.log.warn({ payerId: id, provider: context.offramp.id }, 'Gave up submitting a payer')
  return hasChanged
}

/** Sets the time of the next check. A payer that has changed in the meantime stays due. */
async function planNext(context: SendContext, id: string): Promise<void> {
  const payer = await selectPayer(context, id)
  if (payer === undefined) return
  const next_check_at = isSettled(payer)
    ? null
    : nextCheckAt('payers', context.now(), payer.updated_at)
  await context.db.kysely
    .updateTable('payers')
    .set({ next_check_at })
    .where('id', '=', id)
    .where('event_sequence', '=', payer.event_sequence)
    .where('provider_id', '=', payer.provider_id)
    .execute()
}

/** Returns whether neither side has a further report to send. */
function isSettled(payer: Row<'payers'>): boolean {
  if (hasUntoldAgreement(payer)) return false
  const statuses = { kycStatus: payer.kyc_status, agreementStatus: payer.agreement_status }
  return payer.kyc_status === 'rejected' || isCompliant(statuses)
}
