import { html } from 'lit'
import { renderWaiting } from '../progress/renderWaiting.ts'
import { renderButton, renderHeading } from '../shell/elements.ts'
import type { FlowContext, Screen } from '../viewContext.ts'

/** The screen while the element requests an account from the wallet, then reads the account's options. */
export const connecting: Screen<FlowContext> = {
  id: 'connecting',
  heading,
  body: (context) => html`<div class="instruction">
      <span part="spinner" class="spinner" aria-hidden="true"></span>
      <div part="instruction" class="lead">
        ${renderHeading(heading(context))}
        <p>${context.model.account ? context.text.connectedText : context.text.connectingText}</p>
      </div>
    </div>
    ${renderWaiting(context)}
    <div class="actions">
      ${renderButton({ label: context.text.cancel, onClick: () => context.actions.back() })}
    </div>`,
}

function heading({ model, text, names }: FlowContext): string {
  return model.account ? text.readingOption : text.connectingTitle(names.wallet)
}
