import type { TemplateResult } from 'lit'
import type { RequestRecord } from '../../api.ts'
import type { Text } from '../../text/text.ts'
import { renderBadge } from '../../ui/elements.ts'

/** Renders a request's state, in a colour. */
export function renderRequestStatus(
  { status }: Pick<RequestRecord, 'status'>,
  { payments }: Text,
): TemplateResult {
  const label = payments.unpaid.status[status]
  switch (status) {
    case 'paid':
      return renderBadge('success', label)
    case 'created':
    case 'processing':
    case 'partially_paid':
      return renderBadge('warning', label)
    case 'failed':
      return renderBadge('danger', label)
    case 'refunded':
    case 'invalidated':
      return renderBadge('neutral', label)
    default:
      return status satisfies never
  }
}
