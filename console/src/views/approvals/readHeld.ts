import type { SignedInContext } from '../../context.ts'

/** The maximum number of approvals that the API returns: older payouts keep their own status in lists. */
const MOST_READ = '100'

/** Reads which payout links a member declined, by their tokens. */
export async function readDeclined(
  { client }: Pick<SignedInContext, 'client'>,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const query = { status: 'declined', limit: MOST_READ } as const
  const { approvals } = await client.approvals.list({ query }, signal ? { signal } : {})
  return new Set(approvals.flatMap(({ securePaymentToken }) => securePaymentToken ?? []))
}

/** Reads which payouts wait for an approval: the tokens of links and the ids of recurring payouts. */
export async function readHeld(
  { client }: Pick<SignedInContext, 'client'>,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const query = { status: 'waiting', limit: MOST_READ } as const
  const { approvals } = await client.approvals.list({ query }, signal ? { signal } : {})
  return new Set(
    approvals.flatMap(({ securePaymentToken, recurringPaymentId }) => [
      ...(securePaymentToken === null ? [] : [securePaymentToken]),
      ...(recurringPaymentId === null ? [] : [recurringPaymentId]),
    ]),
  )
}
