import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ReceivedInvitation } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { Text } from '../../text/text.ts'
import { renderAddress, renderFact } from '../../ui/elements.ts'

/** Renders an invitation's sender, role and expiry, and the guest's next step. */
export function renderInvited(view: ConsoleView, invitation: ReceivedInvitation): TemplateResult {
  const { text, format } = view.context
  const { rights, signIn } = text
  const { invited } = signIn
  const { role, merchantName, merchantDomain, invitedBy, expiresAt } = invitation
  return html`<section class="card" aria-labelledby="invited-title">
    <div>
      <h2 id="invited-title">${titleOf(invitation, text)}</h2>
      <p class="muted">${role === null ? invited.toOpen : invited.toJoin}</p>
    </div>
    <dl class="facts-list">
      ${role === null ? nothing : renderFact(invited.role, html`${rights.roles[role]}<p class="hint">${rights.roleHints[role]}</p>`)}
      ${merchantName === null ? nothing : renderFact(invited.domain, merchantDomain === null ? invited.noDomain : plainText(merchantDomain))}
      ${invitedBy === null ? nothing : renderFact(invited.inviter, invitedBy.includes('@') ? html`<bdi>${plainText(invitedBy)}</bdi>` : renderAddress(invitedBy))}
      ${renderFact(invited.until, format.dateTime(expiresAt))}
    </dl>
    <p>${invited.how[invitation.boundTo ?? 'anyone']}</p>
  </section>`
}

/** Returns the page's heading for a guest: the account to join or to open. */
export function headingOf({ opens, merchantName }: ReceivedInvitation, { signIn }: Text): string {
  const { invited } = signIn
  if (opens === 'merchant') return invited.openAccount
  const name = plainText(merchantName ?? '')
  return name === '' ? invited.joinUnnamed : invited.join(name)
}

function titleOf({ merchantName }: ReceivedInvitation, { signIn }: Text): string {
  const { invited } = signIn
  if (merchantName === null) return invited.byOperator
  const name = plainText(merchantName)
  return name === '' ? invited.byUnnamed : invited.by(name)
}
