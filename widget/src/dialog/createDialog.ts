import { html, nothing, svg, type TemplateResult } from 'lit'
import { SpAfterHideEvent, SpAfterShowEvent } from '../events.ts'
import type { Flow } from '../views/flow.ts'
import { findTotal, isPayout } from '../views/payment.ts'
import { formatCosts, renderButton, renderNote } from '../views/shell/elements.ts'
import { renderIcon } from '../views/shell/icons.ts'
import type { FlowContext, ViewContext } from '../views/viewContext.ts'
import type { DialogHost } from './DialogController.ts'
import { lockScroll } from './lockScroll.ts'

export { dialogStyles } from './dialogStyles.ts'

/** A native dialog around the card. */
export type Dialog = {
  /** The trigger, and the dialog with the card. */
  render(card: TemplateResult, context: ViewContext, flow: Flow | null): TemplateResult
  /** Opens or closes the dialog according to the element's `open`. */
  follow(): void
  /**
   * False the first time that a payer closes the dialog while a wallet has a pending request: the dialog then shows a notice.
   */
  mayHide(): boolean
  /** Restores the page's scrolling when the element leaves the page or its mode. */
  release(): void
}

/**
 * Creates an element's dialog. The browser puts it on top, blocks the rest of the page, and restores the focus.
 */
export function createDialog(host: DialogHost): Dialog {
  let unlock: (() => void) | null = null
  let isWaiting = false
  let isAsked = false

  const find = (): HTMLDialogElement | null => host.shadowRoot?.querySelector('dialog') ?? null

  function ask(isNow: boolean): void {
    isAsked = isNow
    host.requestUpdate()
  }

  function release(): void {
    unlock?.()
    unlock = null
    // Without an event: `open` belongs to the element, which opens the dialog again when it returns to the page.
    find()?.removeAttribute('open')
  }

  async function show(dialog: HTMLDialogElement): Promise<void> {
    dialog.showModal()
    dialog.querySelector<HTMLElement>('#heading')?.focus()
    unlock ??= lockScroll(host.ownerDocument)
    const moves = dialog.querySelector('.sheet')?.getAnimations() ?? []
    await Promise.allSettled(moves.map(({ finished }) => finished))
    if (dialog.open) host.dispatchEvent(new SpAfterShowEvent())
  }

  return {
    release,
    mayHide() {
      if (!isWaiting || isAsked) return true
      ask(true)
      return false
    },
    follow() {
      const dialog = find()
      if (!dialog || dialog.open === host.open) return
      if (!host.open) dialog.close()
      else if (host.isConnected) void show(dialog)
    },
    render(card, context, flow) {
      const { text, model } = context
      isWaiting = model.waitingSince !== null
      if (!isWaiting) isAsked = false
      const onCancel = (event: Event): void => {
        // Cancelling a file picker in one of the page's slots fires an event of the same name.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        host.hide()
      }
      // The browser closes the dialog when Esc is pressed twice, although `cancel` was prevented.
      const onClose = (): void => {
        release()
        isAsked = false
        host.open = false
        host.dispatchEvent(new SpAfterHideEvent())
      }
      return html`<slot name="trigger" @click=${() => host.show()}>${host.mode === 'button' ? renderTrigger(context, flow) : nothing}</slot>
        <dialog part="dialog" aria-label=${text.payment} @cancel=${onCancel} @close=${onClose}>
          <div part="backdrop" class="backdrop" @click=${() => host.hide()}></div>
          <div class="sheet">
            ${isAsked && flow ? renderClosing(flow.complete(context), host, () => ask(false)) : nothing}
            ${card}
            <button part="close-button" class="icon-button close" type="button" aria-label=${text.close} title=${text.close} @click=${() => host.hide()}>${renderIcon(cross)}</button>
          </div>
        </dialog>`
    },
  }
}

/** Names the dialog after its purpose, once that is known: for a payout, when the payout's own text is loaded. */
function renderTrigger(context: ViewContext, flow: Flow | null): TemplateResult {
  const { model, text, settings } = context
  const { costs } = findTotal(model)
  const isOpen = model.payment && model.state !== 'succeeded' && model.state !== 'unavailable'
  const isTold = isOpen && (flow || !isPayout(model))
  const open = isTold ? text.payButton(formatCosts(context, costs)) : text.payment
  return html`<div class="base" dir=${text.dir}>${renderButton({
    label: model.state === 'succeeded' ? text.paid : open,
    kind: 'primary',
    part: 'button trigger',
    isDisabled: settings.isDisabled,
    onClick: () => {}, // The slot around it opens the dialog, for the page's own trigger too.
  })}</div>`
}

/** Closing cancels nothing: the request remains open in the wallet. */
function renderClosing(
  { text, names }: FlowContext,
  host: DialogHost,
  stay: () => void,
): TemplateResult {
  return html`<div class="base closing" role="alert">
    ${renderNote('warning', text.closeWaiting(names.wallet))}
    <div class="actions">
      ${renderButton({ label: text.stay, kind: 'primary', onClick: stay })}
      ${renderButton({ label: text.close, onClick: () => host.hide() })}
    </div>
  </div>`
}

/** Drawn like the icons of the screens. */
const cross = svg`<path d="m7 7 10 10M17 7 7 17"/>`
