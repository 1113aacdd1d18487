import { html, nothing, type TemplateResult } from 'lit'
import { plainText } from '../../text/format.ts'
import { renderButton, renderLead } from '../shell/elements.ts'
import { icons } from '../shell/icons.ts'
import type { FlowContext, Screen } from '../viewContext.ts'

/** A lease never lasts longer; a longer wait means that the device's clock is wrong. */
const MAX_WAIT_MS = 600_000

/** The screen while another tab or device pays: only one may pay at a time. It counts down to the end of another device's lease. */
export const locked: Screen<FlowContext> = {
  id: 'locked',
  heading,
  body: (context) => {
    const { model, text, actions } = context
    const since = findSince(context)
    return html`${renderLead({ icon: icons.lock, heading: heading(context), text: text.lockedText })}
      ${since ? html`<p class="muted">${since}</p>` : nothing}
      <div class="actions">
        ${
          model.canTakeOver
            ? renderButton({
                label: text.continueHere,
                kind: 'primary',
                onClick: () => actions.takeOver(),
              })
            : [
                renderWait(context),
                renderButton({
                  label: text.checkAgain,
                  kind: 'primary',
                  onClick: () => actions.retry(),
                }),
                renderButton({ label: text.back, kind: 'quiet', onClick: () => actions.back() }),
              ]
        }
      </div>`
  },
}

function heading({ model, text }: FlowContext): string {
  const code = model.note?.code
  if (code === 'locked_device') return text.lockedDeviceTitle
  return code?.startsWith('locked_tab') ? text.lockedTabTitle : text.lockedTitle
}

function renderWait({ model, text, format, nowMs }: FlowContext): TemplateResult | typeof nothing {
  const leaseUntil = model.payment?.lastAttempt?.leaseUntil
  if (leaseUntil === undefined) return nothing
  const leftMs = Date.parse(leaseUntil) - nowMs
  if (leftMs <= 0 || leftMs > MAX_WAIT_MS) return nothing
  return html`<p class="muted">${text.retryIn(format.count(Math.ceil(leftMs / 1000)))}</p>`
}

function findSince({ model, text, format, nowMs }: FlowContext): string | null {
  const { attempt } = model
  if (!attempt || attempt.startedAt === null) return null
  return text.lockedSince(
    plainText(attempt.walletMasked),
    format.relative(attempt.startedAt, nowMs),
  )
}
