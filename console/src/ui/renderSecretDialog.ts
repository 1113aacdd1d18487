import { html, type TemplateResult } from 'lit'
import type { ConsoleView } from '../ConsoleView.ts'
import type { DialogController } from '../controllers/DialogController.ts'
import { renderButton, renderNote, renderSecret } from './elements.ts'
import { renderDialog } from './renderDialog.ts'

/** Renders the dialog that shows a new secret once; only its own button closes it. */
export function renderSecretDialog<D>(
  view: ConsoleView & { readonly dialog: DialogController<D> },
  facts: { title: string; value: string; what: string; onStored: () => void },
): TemplateResult {
  const { common } = view.context.text
  const { title, value, what, onStored } = facts
  return renderDialog(view, {
    title,
    isLocked: true,
    content: html`${renderNote('warning', html`<p>${common.storeSecret}</p>`)}
      ${renderSecret(view, value, what)}
      <div class="form-actions end">
        ${renderButton({ label: common.stored, kind: 'primary', onClick: onStored })}
      </div>`,
  })
}
