import { reasonCodeSchema } from '@secure-payment/core/api'

/**
 * The text of a provider's reason, such as `account closed` of `account_closed`; null when it is no such code. A
 * sentence may name a person or an account, and reasons are sent to merchants, webhooks and logs.
 */
export function reasonOf(code: unknown): string | null {
  const parsed = reasonCodeSchema.safeParse(code)
  return parsed.success ? parsed.data.replaceAll('_', ' ') : null
}
