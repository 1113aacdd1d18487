import type { api, Output } from '@secure-payment/core/api'
import type { Call } from '../../http/implement.ts'
import { securePaymentUrl } from '../../requests/securePaymentUrl.ts'
import { type CombineContext, combinePayouts } from './combinePayouts.ts'

type Create = typeof api.securePayments.createMulticall

/** Combines payout links into one whose state names the earlier tokens. @throws what `combinePayouts` throws */
export async function createMulticallPayout(
  context: CombineContext,
  { body, ...call }: Pick<Call<Create>, 'body' | 'caller' | 'idempotency'>,
): Promise<Output<Create>> {
  const { childTokens: tokens } = body
  const combination = { tokens, field: 'childTokens', isMulticall: true } as const
  return combinePayouts(context, call, combination, ({ page, requestIds }) => ({
    type: 'multicall' as const,
    token: page.token,
    securePaymentUrl: securePaymentUrl(context.config, page.token),
    status: 'pending' as const,
    expiresAt: page.expires_at,
    createdAt: page.created_at,
    items: requestIds.map((requestId, position) => ({
      securePaymentToken: tokens[position] ?? page.token,
      requestId,
      position,
      eligibility: 'eligible' as const,
    })),
  }))
}
