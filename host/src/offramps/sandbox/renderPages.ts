import type { AgreementStatus, KycStatus } from '@secure-payment/core/offramp'
import { escapeHtml } from '../../http/escapeHtml.ts'
import { renderPlainPage } from '../../http/plainPage.ts'

const HEAD =
  '<meta name="robots" content="noindex">\n<link rel="stylesheet" href="/sandbox/sandbox.css">\n'
const BANNER =
  '<p class="sandbox"><strong>Sandbox.</strong> No real person is checked, no agreement is binding, and no money moves.</p>'

/** Writes the identity check's page. */
export function renderKycPage(name: string, status: KycStatus): string {
  return renderPlainPage(
    'Identity check',
    `${BANNER}
<h1>Identity check</h1>
<p>A real provider asks <strong>${escapeHtml(name)}</strong> for documents here. In the sandbox you choose what it finds.</p>
<p role="status">The check is <strong>${KYC_WORDS[status]}</strong>.</p>
${isOpen(status) ? KYC_FORM : '<p>You may close this page.</p>'}`,
    HEAD,
  )
}

const KYC_WORDS: Readonly<Record<KycStatus, string>> = {
  not_started: 'not started',
  initiated: 'begun',
  pending: 'in progress',
  approved: 'approved',
  rejected: 'rejected',
  failed: 'failed: submit the payer again',
}

function isOpen(status: KycStatus): boolean {
  return status === 'not_started' || status === 'initiated' || status === 'pending'
}

const KYC_FORM = `<form method="post">
<fieldset>
<legend>Decide the check now</legend>
<button name="action" value="approve" class="primary">Approve</button>
<button name="action" value="reject">Reject</button>
<button name="action" value="fail">Fail with a fault</button>
</fieldset>
</form>`

/** Writes the agreement's page. Once the agreement is signed, the page notifies its parent. */
export function renderAgreementPage(name: string, status: AgreementStatus): string {
  const isSigned = status === 'completed'
  return renderPlainPage(
    'Agreement',
    `${BANNER}
<h1>Agreement</h1>
<p>A real provider shows its terms to <strong>${escapeHtml(name)}</strong> here, and asks for a signature.</p>
<p role="status">The agreement is <strong>${AGREEMENT_WORDS[status]}</strong>.</p>
${isSigned ? '<p>You may close this page.</p>' : AGREEMENT_FORM}`,
    isSigned ? `${HEAD}<script type="module" src="/sandbox/agreement.js"></script>\n` : HEAD,
  )
}

const AGREEMENT_WORDS: Readonly<Record<AgreementStatus, string>> = {
  not_started: 'not signed',
  pending: 'not signed',
  completed: 'signed',
  rejected: 'declined',
  failed: 'failed',
}

const AGREEMENT_FORM = `<form method="post">
<fieldset>
<legend>Terms of the sandbox</legend>
<p>The sandbox pretends to receive USDC and to pay it into a bank account.</p>
<label><input type="checkbox" name="agreed" value="yes" required> I agree to these terms</label>
<div class="buttons">
<button name="action" value="sign" class="primary">Sign</button>
<button name="action" value="decline" formnovalidate>Decline</button>
</div>
</fieldset>
</form>`
