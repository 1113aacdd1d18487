import type { SignedInContext } from '../../context.ts'

/**
 * Returns whether the rules of a new payment hide its payee, so that a page must not contain the payee's address. If the service does not
 * return the rules, the payee counts as hidden.
 */
export async function hidesPayee(
  { client }: Pick<SignedInContext, 'client'>,
  requestId: string | undefined,
): Promise<boolean> {
  if (requestId === undefined) return true
  const found = await client.securePayments.list({ query: { requestId } }).catch(() => null)
  if (found === null || 'securePayments' in found) return true
  return found.accessPolicy?.hidePayeeAddress === true
}
