import { html } from 'lit'
import { plainText } from '../../text/format.ts'
import { renderButton, renderHeading } from '../shell/elements.ts'
import type { FlowContext, Screen } from '../viewContext.ts'

/** The screen while the element looks up an earlier attempt. */
export const resuming: Screen<FlowContext> = {
  id: 'resuming',
  heading: ({ text }) => text.resumingTitle,
  announcement: (context) => `${context.text.resumingTitle}. ${story(context)}`,
  body: (context) => html`<div class="instruction">
      <span part="spinner" class="spinner" aria-hidden="true"></span>
      <div part="instruction" class="lead">
        ${renderHeading(context.text.resumingTitle)}
        <p>${story(context)}</p>
      </div>
    </div>
    <div class="actions">
      ${renderButton({ label: context.text.checkAgain, onClick: () => context.actions.checkAgain() })}
    </div>`,
}

function story({ model, text, format, nowMs }: FlowContext): string {
  const { attempt } = model
  if (!attempt || attempt.startedAt === null) return text.resumingTextShort
  const when = format.relative(attempt.startedAt, nowMs)
  return text.resumingText(when, plainText(attempt.walletMasked), plainText(attempt.networkName))
}
