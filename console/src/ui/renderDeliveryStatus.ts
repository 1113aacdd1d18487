import type { TemplateResult } from 'lit'
import type { DeliveryRecord } from '../api.ts'
import type { ConsoleContext } from '../context.ts'
import { renderBadge } from './elements.ts'

/** Renders a delivery's state, in a colour. */
export function renderDeliveryStatus(
  { status }: Pick<DeliveryRecord, 'status'>,
  { deliveries }: ConsoleContext['text'],
): TemplateResult {
  const label = deliveries.status[status]
  switch (status) {
    case 'delivered':
      return renderBadge('success', label)
    case 'dead':
      return renderBadge('danger', label)
    case 'pending':
      return renderBadge('warning', label)
    case 'cancelled':
      return renderBadge('neutral', label)
    default:
      return status satisfies never
  }
}
