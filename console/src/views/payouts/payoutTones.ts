import type { RequestRecord } from '../../api.ts'

/** Each payout state's colour, in the order of the filter's choices. */
export const PAYOUT_TONES = {
  created: 'warning',
  processing: 'warning',
  partially_paid: 'warning',
  paid: 'success',
  failed: 'danger',
  refunded: 'neutral',
  invalidated: 'neutral',
} as const satisfies Record<RequestRecord['status'], string>
