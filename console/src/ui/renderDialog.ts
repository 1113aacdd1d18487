import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ConsoleView } from '../ConsoleView.ts'
import type { DialogController } from '../controllers/DialogController.ts'
import { renderButton, renderFailure } from './elements.ts'
import { icons } from './icons.ts'

/** Renders a modal dialog. A locked dialog shows a value that is displayed only once: only its own button closes it. */
export function renderDialog<D>(
  view: ConsoleView & { readonly dialog: DialogController<D> },
  options: { title: string; content: TemplateResult; isLocked?: boolean },
): TemplateResult {
  const { dialog, context } = view
  const onCancel = (event: Event): void => {
    if (options.isLocked) event.preventDefault()
  }
  // Chromium closes the dialog on a second Escape even if `cancel` was prevented.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (options.isLocked && event.key === 'Escape') event.preventDefault()
  }
  return html`<dialog aria-labelledby="dialog-title" @close=${dialog.onClose} @cancel=${onCancel} @keydown=${onKeyDown}>
    <div class="dialog-card">
      <div class="dialog-head">
        <h2 id="dialog-title" tabindex="-1" autofocus>${options.title}</h2>
        ${
          options.isLocked
            ? nothing
            : html`<button class="icon-button close" type="button" aria-label=${context.text.common.close} @click=${() => dialog.close()}>${renderIcon(icons.cross)}</button>`
        }
      </div>
      ${options.content}
    </div>
  </dialog>`
}

/** Renders a confirmation dialog for an action that is hard to undo. */
export function renderConfirm<D>(
  view: ConsoleView & { readonly dialog: DialogController<D> },
  options: {
    title: string
    text: string
    confirm: string
    /** The label of the button that changes nothing, if `Cancel` would be ambiguous. */
    keep?: string
    /** The name of the change in the submit controller. */
    name: string
    isDanger?: boolean
    onConfirm: () => void
    /** The content between the text and the buttons. */
    extra?: TemplateResult
  },
): TemplateResult {
  const { submit, dialog, context } = view
  const send = (event: Event): void => {
    event.preventDefault()
    options.onConfirm()
  }
  return renderDialog(view, {
    title: options.title,
    content: html`<form novalidate @submit=${send}>
      <p>${options.text}</p>
      ${options.extra ?? nothing} ${renderFailure(view, submit.failureOf(options.name))}
      <div class="form-actions end">
        ${renderButton({ label: options.keep ?? context.text.common.cancel, onClick: () => dialog.close() })}
        ${renderButton({
          label: options.confirm,
          kind: 'primary',
          isDanger: options.isDanger ?? false,
          isBusy: submit.pending === options.name,
        })}
      </div>
    </form>`,
  })
}
