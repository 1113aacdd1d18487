import { reasonCodeSchema } from '@secure-payment/core/api'

/**
 * Returns the text of a provider's reason, such as `account closed` for `account_closed`; null if the reason is not such a code. A
 * sentence could identify a person or an account, and reasons reach merchants, webhooks and logs.
 */
export function reasonOf(code: unknown): string | null {
  const parsed = reasonCodeSchema.safeParse(code)
  return parsed.success ? parsed.data.replaceAll('_', ' ') : null
}
