import type { api, Output } from '@secure-payment/core/api'
import { MailNotSetUpError } from '../../contacts/errors.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { getTenant } from './getTenant.ts'

type Update = typeof api.tenant.update

/**
 * Sets the tenant's name, whether the tenant receives payers' progress events, whether payers get receipts by e-mail, and how closely its
 * webhooks follow Request Network's. Payers see the name with each payment, including existing ones.
 *
 * @throws MailNotSetUpError
 */
export async function updateTenant(
  context: Pick<Context, 'audit' | 'config' | 'db'>,
  { body, caller }: Pick<Call<Update>, 'body' | 'caller'>,
): Promise<Output<Update>> {
  const { name, sendsUserEvents, sendsReceipts, webhookCompatibility } = body
  if (sendsReceipts === true && context.config.mail === null) throw new MailNotSetUpError()
  const chosen = {
    ...(sendsUserEvents !== undefined && { sends_user_events: sendsUserEvents ? 1 : 0 }),
    ...(sendsReceipts !== undefined && { sends_receipts: sendsReceipts ? 1 : 0 }),
    ...(webhookCompatibility !== undefined && { webhook_compatibility: webhookCompatibility }),
  }
  await context.db.transaction(async (tx) => {
    await tx
      .updateTable('tenants')
      .set({ name, ...chosen })
      .where('id', '=', caller.tenantId)
      .execute()
    await context.audit?.write(tx, null)
  })
  return getTenant(context, { caller })
}
