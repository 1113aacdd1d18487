import { html } from 'lit'
import { renderButton, renderLead } from '../shell/elements.ts'
import { icons } from '../shell/icons.ts'
import { renderSupport } from '../shell/renderSupport.ts'
import type { FlowContext, Screen } from '../viewContext.ts'

/** The screen for an account that may not make this payment. */
export const blocked: Screen<FlowContext> = {
  id: 'blocked',
  heading: ({ text }) => text.blockedTitle,
  body: (
    context,
  ) => html`${renderLead({ icon: icons.lock, tone: 'warning', heading: context.text.blockedTitle, text: context.text.blockedText })}
    ${renderSupport(context)}
    <div class="actions">
      ${renderButton({ label: context.text.changeWallet, kind: 'primary', onClick: () => context.actions.back() })}
    </div>`,
}
