import type { SignedInContext } from '../../context.ts'

/** Opens the screen on which a wallet pays these refunds. @throws ApiError */
export async function openRefundLink(
  { client, navigate }: Pick<SignedInContext, 'client' | 'navigate'>,
  refundIds: readonly string[],
): Promise<void> {
  const { token } = await client.securePayments.createRefund({
    body: { refundIds: [...refundIds] },
  })
  navigate({ name: 'refundLink', token })
}
