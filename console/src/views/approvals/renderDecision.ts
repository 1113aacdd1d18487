import { html, nothing, type TemplateResult } from 'lit'
import type { ApprovalRecord } from '../../api.ts'
import type { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import type { DialogController } from '../../controllers/DialogController.ts'
import { may } from '../../may.ts'
import { renderButton, renderFailure } from '../../ui/elements.ts'
import { renderDialog } from '../../ui/renderDialog.ts'
import { renderInput } from '../../ui/renderField.ts'
import { describeSubject, isRefund, whyNot } from './describeApproval.ts'
import { type Decision, readDecision, type Verdict } from './readDecision.ts'
import { renderTerms } from './renderTerms.ts'

/** A view in which a member decides on approvals. `onDecided` reads the view's records again. */
export type DecidingView = ConsoleView<SignedInContext> & {
  readonly dialog: DialogController<Decision>
  onDecided(): Promise<void>
}

/** The name of the decision in the submit controller. */
const DECIDE = 'decide'
/** The maximum length of a reason, according to the API. */
const MOST_LETTERS = 500

/** Renders a waiting approval's buttons, and the reason if one is missing; nothing for any other approval. */
export function renderActions(
  view: DecidingView,
  approval: ApprovalRecord,
): TemplateResult | typeof nothing {
  if (approval.status !== 'waiting') return nothing
  const { context, submit } = view
  const { approvals } = context.text
  const reason = whyNot(approval, context)
  const describe = describeSubject(approval, context)
  const button = (verdict: Verdict) => {
    const name = nameOpening(approval, verdict)
    return renderButton({
      label: approvals[verdict],
      describe,
      isCompact: true,
      kind: verdict === 'approve' ? 'primary' : 'secondary',
      isDanger: verdict === 'decline',
      isBusy: submit.pending === name,
      onClick: () => void openDecision(view, approval, verdict),
    })
  }
  return html`${reason === null ? nothing : html`<p class="hint">${reason}</p>`}
    ${
      may(context, 'payouts')
        ? html`<div class="record-actions">
            ${approval.mayApprove ? button('approve') : nothing} ${button('decline')}
          </div>`
        : nothing
    }
    ${renderFailure(view, submit.failureOf(nameOpening(approval, 'approve')) ?? submit.failureOf(nameOpening(approval, 'decline')))}`
}

/** Renders the dialog that repeats the subject of a decision; nothing unless the dialog is open. */
export function renderDecision(view: DecidingView): TemplateResult | typeof nothing {
  const decision = view.dialog.current
  if (decision === null) return nothing
  const { context, submit, dialog } = view
  const { approvals, common } = context.text
  const { verdict } = decision
  const failure = submit.failureOf(DECIDE)
  const isOver = failure?.code === 'approval_decided'
  const send = (event: Event): void => {
    event.preventDefault()
    void decide(view, decision, readReason(event))
  }
  return renderDialog(view, {
    title: titleOf(decision, context),
    content: html`<form novalidate @submit=${send}>
      <p>${explain(decision, context)}</p>
      ${renderTerms(view, decision)}
      ${
        verdict === 'decline' && !isOver
          ? renderInput(view, {
              name: 'reason',
              label: approvals.ask.reason,
              hint: approvals.ask.reasonHint,
              isOptional: true,
              maxLength: MOST_LETTERS,
              failure,
            })
          : nothing
      }
      ${renderFailure(view, failure)}
      <div class="form-actions end">
        ${renderButton({ label: isOver ? common.close : approvals.ask.keep, onClick: () => dialog.close() })}
        ${
          isOver
            ? nothing
            : renderButton({
                label: approvals[verdict],
                kind: 'primary',
                isDanger: verdict === 'decline',
                isBusy: submit.pending === DECIDE,
              })
        }
      </div>
    </form>`,
  })
}

/** Reads the reason from the form; null without one. */
function readReason({ currentTarget }: Event): string | null {
  if (!(currentTarget instanceof HTMLFormElement)) return null
  const reason = new FormData(currentTarget).get('reason')
  return typeof reason === 'string' && reason.trim() !== '' ? reason.trim() : null
}

function nameOpening({ id }: ApprovalRecord, verdict: Verdict): string {
  return `${verdict} ${id}`
}

function titleOf({ verdict, approval }: Decision, context: SignedInContext): string {
  const { ask } = context.text.approvals
  if (approval.kind === 'limit') {
    if (verdict === 'decline') return ask.declineLimit
    return approval.newLimitInUsd === null
      ? ask.approveOff
      : ask.approveLimit(context.format.money(approval.newLimitInUsd, 'USD'))
  }
  return ask[verdict](describeSubject(approval, context))
}

function explain({ verdict, approval }: Decision, { text }: SignedInContext): string {
  const { ask } = text.approvals
  const isLimit = approval.kind === 'limit'
  if (verdict === 'decline') {
    if (isLimit) return ask.declineLimitText
    return isRefund(approval) ? ask.declineRefundText : ask.declineText
  }
  if (approval.kind === 'schedule') return ask.approveScheduleText
  if (!isLimit) return ask.approveText
  return approval.newLimitInUsd === null ? ask.approveOffText : ask.approveLimitText
}

async function openDecision(
  view: DecidingView,
  approval: ApprovalRecord,
  verdict: Verdict,
): Promise<void> {
  const { context, submit, dialog } = view
  const decision = await submit.run(nameOpening(approval, verdict), () =>
    readDecision(context, approval, verdict),
  )
  if (decision === null) return
  const { status } = decision.approval
  if (status === 'waiting') {
    submit.reset()
    dialog.open(decision)
    return
  }
  context.announce(context.text.approvals.decided[status])
  await view.onDecided()
}

async function decide(
  view: DecidingView,
  { verdict, approval }: Decision,
  reason: string | null,
): Promise<void> {
  const { context, submit, dialog } = view
  const { done } = context.text.approvals
  const { approve, decline } = context.client.approvals
  const params = { id: approval.id }
  const decided = await submit.run(DECIDE, () =>
    verdict === 'approve'
      ? approve({ params })
      : decline(reason === null ? { params } : { params, body: { reason } }),
  )
  await view.onDecided()
  if (decided === null) return
  dialog.close()
  if (approval.kind === 'limit') {
    context.announce(verdict === 'approve' ? done.approveLimit : done.declineLimit)
  } else {
    const approved = approval.kind === 'schedule' ? done.approveSchedule : done.approve
    const declined = isRefund(approval) ? done.declineRefund : done.decline
    context.announce(verdict === 'approve' ? approved : declined)
  }
}
