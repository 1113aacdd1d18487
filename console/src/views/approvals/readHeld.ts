import type { SignedInContext } from '../../context.ts'

/** The maximum number of approvals that the API returns: older payouts that wait keep their own status in lists. */
const MOST_WAITING = '100'

/** Reads which payouts wait for an approval: the tokens of links and the ids of recurring payouts. */
export async function readHeld(
  { client }: Pick<SignedInContext, 'client'>,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const query = { status: 'waiting', limit: MOST_WAITING } as const
  const { approvals } = await client.approvals.list({ query }, signal ? { signal } : {})
  return new Set(
    approvals.flatMap(({ securePaymentToken, recurringPaymentId }) => [
      ...(securePaymentToken === null ? [] : [securePaymentToken]),
      ...(recurringPaymentId === null ? [] : [recurringPaymentId]),
    ]),
  )
}
