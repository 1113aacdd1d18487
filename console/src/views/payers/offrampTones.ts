import type { OfframpRecord } from '../../api.ts'

/** The colour of a status of an offramp: one that goes on by itself has none of its own. */
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
