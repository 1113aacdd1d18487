import { html, nothing, type TemplateResult } from 'lit'
import type { ApprovalRecord } from '../../api.ts'
import type { SignedInContext } from '../../context.ts'
import { renderAddress, renderFact } from '../../ui/elements.ts'
import { nameCurrency } from '../links/describeListedLink.ts'

type Context = Pick<SignedInContext, 'text' | 'format'>
type Charged = Pick<ApprovalRecord['payouts'][number], 'fee' | 'currency'>

/** Renders a payout's fee in a line, with its receiver: the member who requested the payout chose it. */
export function renderPayoutFee(
  { text, format }: Context,
  { fee, currency }: Charged,
): TemplateResult | typeof nothing {
  if (fee === null) return nothing
  const { amount, address, bearer } = fee
  return html`<span
    >${text.approvals.fees[bearer]} <strong>${format.money(amount, nameCurrency(currency))}</strong>
    ${renderAddress(address)}</span
  >`
}

/** Renders a payout's fee as a fact of the confirmation. */
export function renderFeeFact(
  { text, format }: Context,
  { fee, currency }: Charged,
): TemplateResult | typeof nothing {
  if (fee === null) return nothing
  const { amount, address, bearer } = fee
  const money = format.money(amount, nameCurrency(currency))
  return renderFact(
    text.approvals.fees[bearer],
    html`<strong>${money}</strong> ${renderAddress(address)}`,
  )
}
