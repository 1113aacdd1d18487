import type { api, Output } from '@secure-payment/core/api'
import { forgetCredentials } from '../../auth/credentials.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { findOwn } from './findOwn.ts'
import { lockWallet } from './lockWallet.ts'

type Deactivate = typeof api.payeeDestinations.deactivate

/**
 * Switches off one of the signed-in wallet's destinations: client IDs that are bound to it then create no payments. Idempotent.
 */
export async function deactivatePayeeDestination(
  context: Pick<Context, 'audit' | 'db' | 'now'>,
  { body, caller }: Call<Deactivate>,
): Promise<Output<Deactivate>> {
  const { address } = caller.wallet
  const { destinationId } = body
  await context.db.transaction(async (tx) => {
    await lockWallet(tx, address)
    const { id } = await findOwn(tx, { destinationId, walletAddress: address })
    await context.audit?.write(tx, destinationId)
    await tx
      .updateTable('payee_destinations')
      .set({ is_active: 0, updated_at: context.now().toISOString() })
      .where('id', '=', id)
      .where('is_active', '=', 1)
      .execute()
  })
  forgetCredentials(context)
  return { success: true, message: 'The payee destination is inactive.' }
}
