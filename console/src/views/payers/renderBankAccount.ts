import { plainText } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { PayerRecord } from '../../api.ts'
import type { Text } from '../../text/text.ts'
import { renderBadge } from '../../ui/elements.ts'

type Account = PayerRecord['paymentDetails'][number]

const TONES = { pending: 'warning', approved: 'success', failed: 'danger' } as const

/** Renders a bank account with its masked numbers, the result of its check, and the reason for a rejection. */
export function renderBankAccount(account: Account, text: Text): TemplateResult {
  const { payers } = text
  const { accountNumber, routingNumber, status, rejectionMessage } = account
  return html`<li class="account">
    <div class="record-head">
      <span class="title">${payers.accountOf(plainText(account.bankName), plainText(account.accountName))}</span>
      ${renderBadge(TONES[status], payers.accountStatus[status])}
    </div>
    <div class="facts-line">
      <span>${account.currency.toUpperCase()}</span>
      ${accountNumber === undefined ? nothing : html`<span>${payers.number(readEnd(accountNumber))}</span>`}
      ${routingNumber === undefined ? nothing : html`<span>${payers.routing(readEnd(routingNumber))}</span>`}
      <span>${payers.rails[account.rails]}</span>
    </div>
    ${
      status === 'failed'
        ? html`<p class="hint">${rejectionMessage === null ? nothing : `${payers.reason(plainText(rejectionMessage))} `}${payers.accountFailed}</p>`
        : nothing
    }
  </li>`
}

/** Returns the visible digits of a masked number: `0154` for `****0154`. */
export function readEnd(masked: string): string {
  return masked.replace(/^\*+/, '')
}
