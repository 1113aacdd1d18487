import type { SignedInContext } from '../../context.ts'

/** The maximum page size of the API. In lists, payouts of older approvals show their own status. */
const MOST_READ = '100'

/** Reads the tokens of the payout links that a member declined. */
export async function readDeclined(
  { client }: Pick<SignedInContext, 'client'>,
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const query = { status: 'declined', limit: MOST_READ } as const
  const { approvals } = await client.approvals.list({ query }, signal ? { signal } : {})
  return new Set(approvals.flatMap(({ securePaymentToken }) => securePaymentToken ?? []))
}

/** Reads the payouts that wait for an approval: the tokens of links and the ids of recurring payouts. */
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
