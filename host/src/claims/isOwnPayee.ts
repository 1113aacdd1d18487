import type { Context } from '../context.ts'
import { findOwn } from '../detection/weighUnmatched.ts'

/** Returns whether a wallet is a payee of a merchant. */
export async function isOwnPayee(
  context: Pick<Context, 'db'>,
  { tenantId, wallet }: { tenantId: string; wallet: string },
): Promise<boolean> {
  const own = await findOwn(context, [wallet])
  return own.has(`${tenantId} ${wallet}`)
}
