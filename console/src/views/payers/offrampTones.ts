import type { OfframpRecord } from '../../api.ts'

/** Returns the colour of an offramp's status: a status that advances automatically has no colour. */
export function offrampTone(
  status: OfframpRecord['status'],
): 'success' | 'warning' | 'danger' | 'neutral' {
  switch (status) {
    case 'delivered':
      return 'success'
    case 'failed':
    case 'returned':
      return 'danger'
    case 'bounced':
    case 'retry_required':
      return 'warning'
    default:
      return 'neutral'
  }
}
