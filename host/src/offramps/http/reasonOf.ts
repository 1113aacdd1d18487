import { reasonCodeSchema } from '@secure-payment/core/api'

/**
 * The words of a provider's reason, such as `account closed` of `account_closed`; null when it is no such code. A sentence may name a
 * person or an account, and reasons go to merchants, webhooks and logs.
 */
export function reasonOf(code: unknown): string | null {
  const parsed = reasonCodeSchema.safeParse(code)
  return parsed.success ? parsed.data.replaceAll('_', ' ') : null
}
