import type { SignedInContext } from '../../context.ts'
import { may } from '../../may.ts'

/** The roles that may approve payouts. */
const APPROVERS: readonly string[] = ['owner', 'admin', 'finance']

/** Returns whether the signed-in member is the only one who can approve payouts. */
export async function isOnlyApprover(
  context: Pick<SignedInContext, 'client' | 'session'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (!may(context, 'payouts')) return false
  const members = await context.client.members.list({}, { signal })
  return members.filter(({ role }) => APPROVERS.includes(role)).length <= 1
}
