import type { TemplateResult } from 'lit'
import type { RequestRecord } from '../../api.ts'
import type { Text } from '../../text/text.ts'
import { renderBadge } from '../../ui/elements.ts'
import { PAYOUT_TONES } from './payoutTones.ts'

/** Renders the state of one payout, in a colour. */
export function renderPayoutStatus(
  status: RequestRecord['status'],
  { payouts }: Text,
): TemplateResult {
  return renderBadge(PAYOUT_TONES[status], payouts.list.status[status])
}
