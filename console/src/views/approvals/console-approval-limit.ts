import { formatAmount } from '@secure-payment/core'
import { html, nothing, type TemplateResult } from 'lit'
import { readAmount } from '../../amounts/readAmount.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { TypedFormController } from '../../controllers/TypedFormController.ts'
import { refuseFields } from '../../failure.ts'
import { concernsApprovals } from '../../live/change.ts'
import { may } from '../../may.ts'
import { type FormValues, readForm } from '../../readForm.ts'
import { renderButton, renderFailure, renderNote } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderAmountInput } from '../../ui/renderAmountInput.ts'
import { renderConfirm } from '../../ui/renderDialog.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderStale } from '../../ui/renderStale.ts'
import { approvalStyles } from './approvalStyles.ts'
import { isOnlyApprover } from './isOnlyApprover.ts'

/** The limit, and whether the signed-in member is the only one who can approve. */
type Facts = {
  /** The limit in US dollars; null if no payout needs approval. */
  readonly limitInUsd: string | null
  readonly isChanging: boolean
  readonly isAlone: boolean
}

const CENT_DECIMALS = 2
/** The names of the view's changes. */
const SAVE = 'save'
const REMOVE = 'remove'

/** The amount at or above which payouts need approval. Owners can change it; others can only see it. */
export class ConsoleApprovalLimit extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, approvalStyles]
  readonly dialog = new DialogController<typeof REMOVE>(this)
  readonly #typed = new TypedFormController(this)
  readonly #facts = new LoadController<Facts>(this, (signal) => this.#read(signal))

  constructor() {
    super()
    new RefreshController(this, {
      isNeeded: () => this.#facts.value?.isChanging === true,
      refresh: () => this.#facts.refresh(),
      isStale: () => this.#facts.isStale,
      hears: concernsApprovals,
    })
  }

  protected override render(): TemplateResult {
    const { limit } = this.context.text.approvals
    return html`<section class="card" aria-labelledby="limit-title">
      <h2 id="limit-title" tabindex="-1">${limit.title}</h2>
      ${renderStale(this, this.#facts)}
      ${renderLoaded(this, this.#facts, (facts) => this.#renderFacts(facts))}
      ${this.#renderDialog()}
    </section>`
  }

  async #read(signal: AbortSignal): Promise<Facts> {
    const { client } = this.context
    const [state, isAlone] = await Promise.all([
      client.approvals.getLimit({}, { signal }),
      isOnlyApprover(this.context, signal),
    ])
    return {
      limitInUsd: state.limitInUsd,
      isChanging: state.waitingApprovalId !== null,
      isAlone,
    }
  }

  #renderFacts({ limitInUsd, isChanging, isAlone }: Facts): TemplateResult {
    const { text, format, session } = this.context
    const { limit } = text.approvals
    const isOwner = session.role === 'owner' && may(this.context, 'team')
    return html`<p>${limitInUsd === null ? limit.off : limit.meaning(format.money(limitInUsd, 'USD'))}</p>
      ${isChanging ? renderNote('info', html`<p>${limit.waiting}</p>`) : nothing}
      ${isAlone && (isOwner || limitInUsd !== null) ? renderNote('warning', html`<p>${limit.alone}</p>`) : nothing}
      ${isOwner ? this.#renderForm(limitInUsd, isAlone) : html`<p class="hint">${limit.ownerOnly}</p>`}`
  }

  #renderForm(limitInUsd: string | null, isAlone: boolean): TemplateResult {
    const { limit } = this.context.text.approvals
    const failure = this.submit.failureOf(SAVE)
    return html`<form novalidate class="limit-form" @submit=${(event: Event) => void this.#save(event)} @input=${(event: Event) => this.#recheck(event)}>
      ${renderAmountInput(this, {
        name: 'limitInUsd',
        label: limit.field,
        typed: this.#typed,
        symbol: 'USD',
        decimals: CENT_DECIMALS,
        value: limitInUsd,
        failure,
      })}
      ${limitInUsd === null || isAlone ? nothing : html`<p class="hint">${limit.slower}</p>`}
      ${renderFailure(this, failure)}
      <div class="form-actions">
        ${renderButton({
          label: limitInUsd === null ? limit.set : limit.save,
          kind: 'primary',
          isBusy: this.submit.pending === SAVE,
        })}
        ${
          limitInUsd === null
            ? nothing
            : renderButton({
                label: limit.remove,
                isDanger: true,
                onClick: () => {
                  this.submit.reset()
                  this.dialog.open(REMOVE)
                },
              })
        }
      </div>
    </form>`
  }

  #renderDialog(): TemplateResult | typeof nothing {
    if (this.dialog.current === null) return nothing
    const { limit } = this.context.text.approvals
    return renderConfirm(this, {
      name: REMOVE,
      title: limit.removeTitle,
      text: limit.removeText,
      confirm: limit.remove,
      keep: limit.keep,
      isDanger: true,
      onConfirm: () => void this.#remove(),
    })
  }

  #readUnits(form: FormValues): bigint | string {
    return readAmount(form.text('limitInUsd'), {
      symbol: 'USD',
      decimals: CENT_DECIMALS,
      locale: navigator.language,
      text: this.context.text,
    })
  }

  /** Validates a rejected form again while the owner corrects it. */
  #recheck(event: Event): void {
    if (this.submit.failureOf(SAVE) === null) return
    const units = this.#readUnits(readForm(event))
    this.submit.recheck(SAVE, typeof units === 'string' ? { limitInUsd: units } : {})
  }

  async #save(event: Event): Promise<void> {
    const units = this.#readUnits(readForm(event))
    if (typeof units === 'string') {
      this.submit.refuse(SAVE, refuseFields({ limitInUsd: units }, this.context.text))
      await focusFirstInvalid(this)
      return
    }
    const isSaved = await this.#send(SAVE, formatAmount(units, CENT_DECIMALS))
    if (!isSaved) await focusFirstInvalid(this)
  }

  async #remove(): Promise<void> {
    if (await this.#send(REMOVE, null)) this.dialog.close()
  }

  async #send(name: typeof SAVE | typeof REMOVE, limitInUsd: string | null): Promise<boolean> {
    const { client, announce, text } = this.context
    const { limit } = text.approvals
    const answer = await this.submit.run(name, () =>
      client.approvals.setLimit({ body: { limitInUsd } }),
    )
    if (answer === null) {
      const { failure } = this.submit
      // The role may have changed since the page opened.
      if (failure?.code === 'owner_only') {
        this.submit.refuse(name, { ...failure, message: limit.ownerOnly })
      }
      return false
    }
    await this.#facts.reload()
    const applied = limitInUsd === null ? limit.removed : limit.saved
    announce(answer.waitingApprovalId === null ? applied : limit.requested)
    return true
  }
}

customElements.define('console-approval-limit', ConsoleApprovalLimit)

declare global {
  interface HTMLElementTagNameMap {
    'console-approval-limit': ConsoleApprovalLimit
  }
}
