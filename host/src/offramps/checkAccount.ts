import { isFinal, paymentDetailMachine } from '@secure-payment/core/offramp'
import type { Row } from '../db/schema.ts'
import { lockPayer } from '../payers/lockPayer.ts'
import { applyReports } from './applyReports.ts'
import { changeAccount } from './changeAccount.ts'
import { isOutOfPatience, nextCheckAt, putOff, setNextCheck } from './dueRecords.ts'
import { sendAccount } from './sendAccount.ts'
import type { SendContext } from './sendPayer.ts'

/**
 * Checks a bank account once: submits it, or queries the provider for its progress. Returns whether the check may have written events.
 *
 * @throws OfframpUnavailableError, OfframpRefusedError of a query
 */
export async function checkAccount(context: SendContext, id: string): Promise<boolean> {
  const detail = await selectDetail(context, id)
  if (detail === undefined) return false
  if (isFinal(paymentDetailMachine, detail.status) || detail.sealed_account === null) {
    await setNextCheck(context, 'payment_details', { id, at: null })
    return false
  }
  if (detail.provider !== context.offramp.id) {
    await putOff(context, 'payment_details', id)
    return false
  }
  if (detail.provider_id === null) {
    if (isOutOfPatience(context.now(), detail.created_at)) return giveUp(context, detail)
    return (await sendAccount(context, detail)).status !== 'pending'
  }
  const { provider_id: providerId } = detail
  const hasChanged = await applyReports(context, { kind: 'account', providerId })
  await planNext(context, id)
  return hasChanged
}

function selectDetail(
  { db }: SendContext,
  id: string,
): Promise<Row<'payment_details'> | undefined> {
  return db.kysely.selectFrom('payment_details').selectAll().where('id', '=', id).executeTakeFirst()
}

async function giveUp(context: SendContext, { id, payer_id }: Row<'payment_details'>) {
  const hasChanged = await context.db.transaction(async (tx) => {
    const payer = await lockPayer(tx, payer_id)
    const detail = await tx
      .selectFrom('payment_details')
      .select(['status', 'provider_id', 'reported_at'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (payer === undefined || detail?.status !== 'pending' || detail.provider_id !== null) {
      return false
    }
    const { reported_at } = detail
    const rejection_message = 'The provider has not accepted it within seven days.'
    await changeAccount(tx, context, payer, {
      id,
      status: 'failed',
      reported_at,
      rejection_message,
    })
    return true
  })
  const facts = { paymentDetailsId: id, provider: context.offramp.id }
  context.log.warn(facts, 'Gave up submitting a bank account')
  return hasChanged
}

async function planNext(context: SendContext, id: string): Promise<void> {
  const detail = await selectDetail(context, id)
  if (detail === undefined || isFinal(paymentDetailMachine, detail.status)) return
  const at = nextCheckAt('payment_details', context.now(), detail.updated_at)
  await setNextCheck(context, 'payment_details', { id, at })
}
