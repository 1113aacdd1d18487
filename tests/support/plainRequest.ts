/** Columns of a plain request: not converted, not recurring, in one currency, neither a payout nor paid into a bank account. */
export const PLAIN_REQUEST = {
  is_crypto_to_fiat_allowed: 0,
  conversion_path: null,
  max_rate_age_s: null,
  recurrence: null,
  next_recurrence_at: null,
  is_recurrence_stopped: 0,
  original_request_id: null,
  original_payment_reference: null,
  recurring_payment_id: null,
  recipient_identifier: null,
  offramp_provider: null,
  revocations: 0,
  is_payout: 0,
  option_count: 0,
} as const
