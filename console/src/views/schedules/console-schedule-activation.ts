import { maskAddress, plainText, renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { ConnectedController } from '../../controllers/ConnectedController.ts'
import { readFailure } from '../../failure.ts'
import { renderAddress, renderButton, renderNote } from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { explainWallet } from '../../wallets/explainWallet.ts'
import {
  type PayingAccount,
  type PayingWallet,
  WrongNetworkError,
} from '../../wallets/payingWallet.ts'
import { renderWalletList } from '../../wallets/renderWalletList.ts'
import { walletStyles } from '../../wallets/walletStyles.ts'
import { startStyles } from '../start/startStyles.ts'
import { checkApprovals, checkPermit, type Lie } from './checkPermit.ts'
import { PayerController } from './PayerController.ts'
import {
  ActivationError,
  type ActivationStep,
  type Agreement,
  runActivation,
} from './runActivation.ts'
import { openScheduleMemory, type ScheduleDraft } from './scheduleMemory.ts'
import { findScheduleFacts, formatUnits, type ScheduleFacts } from './scheduleTerms.ts'
import { waitFor } from './waitFor.ts'

/** The pending step, with its transaction. */
type Running = { readonly step: ActivationStep; readonly txHash: string | null }

/** The parts of the process that the person sees. */
const PARTS = ['approve', 'sign', 'activate'] as const

/**
 * Guides the payer's wallet from a created schedule to an active one: approval, signature, activation.
 *
 * @event {Event} changed - The schedule may have changed: read it again.
 */
export class ConsoleScheduleActivation extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, startStyles, walletStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    scheduleId: {},
    draft: { attribute: false },
    isRemembered: { attribute: false },
    running: { state: true },
    problem: { state: true },
  }

  declare scheduleId: string
  declare draft: ScheduleDraft
  /** Whether the terms come from this browser's own form; otherwise they come from the record. */
  declare isRemembered: boolean
  declare running: Running | null
  declare problem: string | null
  readonly #payer = new PayerController(this)
  readonly #connected = new ConnectedController(this)
  readonly #memory = openScheduleMemory()

  constructor() {
    super()
    this.isRemembered = true
    this.running = null
    this.problem = null
  }

  protected override render(): TemplateResult {
    const { text, format } = this.context
    const { sign } = text.schedules
    const agreement = this.#agree()
    if ('lie' in agreement) {
      // A schedule created through the API may have a fee, which this screen does not show and thus must not sign.
      if (agreement.lie === 'fee' && !this.isRemembered) {
        return renderNote('warning', html`<p>${sign.hasFee}</p>`)
      }
      const lie = (this.isRemembered ? sign.lie : sign.lieShown)(sign.lies[agreement.lie])
      return html`<div role="alert">${renderNote('error', html`<p>${lie}</p>`)}</div>`
    }
    const { terms, token } = agreement.facts
    const amount = format.money(terms.amount, token.symbol)
    return html`<section class="stack" aria-labelledby="sign-title">
      <div>
        <h2 id="sign-title" tabindex="-1">${sign.title}</h2>
        <p class="muted">${sign.text(amount, terms.totalPayments)}</p>
        <p>${renderAddress(terms.payee)}</p>
        ${this.isRemembered ? nothing : html`<p class="hint">${sign.elsewhere}</p>`}
      </div>
      <ol class="steps">
        ${this.#renderPart({ title: sign.steps.created, text: '', state: 'done', number: 1 })}
        ${PARTS.map((part, index) => this.#renderPart({ ...this.#describe(part, agreement), number: index + 2 }))}
      </ol>
      ${this.problem === null ? nothing : html`<div role="alert">${renderNote('warning', html`<p>${this.problem}</p>`)}</div>`}
      ${this.#renderAction(agreement)}
    </section>`
  }

  /** Returns the data to sign if it matches the terms; otherwise, the part that differs. */
  #agree(): Agreement | { lie: Lie } {
    const { terms, permit, approvals } = this.draft
    const facts = findScheduleFacts(terms, this.context.settings)
    if (facts === null) return { lie: 'contract' }
    const checked = checkPermit(permit, facts)
    if ('lie' in checked) return checked
    const calls = checkApprovals(approvals, facts)
    if ('lie' in calls) return calls
    const { allowanceUnits } = calls
    return { facts, permit: checked.permit, approvals: calls.calls, allowanceUnits }
  }

  #describe(part: (typeof PARTS)[number], agreement: Agreement) {
    const { sign } = this.context.text.schedules
    const { facts, approvals, allowanceUnits } = agreement
    const at = this.running?.step
    const place = at === undefined ? -1 : at === 'confirm' ? 0 : PARTS.indexOf(at)
    const own = PARTS.indexOf(part)
    const isNeeded = part !== 'approve' || approvals.length > 0
    const state = own === place ? 'now' : own < place || !isNeeded ? 'done' : 'open'
    const texts = {
      approve: isNeeded ? this.#describeAllowance(facts, allowanceUnits) : sign.approveNone,
      sign: sign.signText,
      activate: '',
    }
    return { title: sign.steps[part], text: texts[part], state } as const
  }

  #describeAllowance(facts: ScheduleFacts, units: bigint): string {
    const { text, format } = this.context
    const { sign } = text.schedules
    const { symbol } = facts.token
    const money = (amountUnits: bigint) => format.money(formatUnits(facts, amountUnits), symbol)
    const others = units - facts.totalUnits
    const upTo = sign.approveUpTo(money(units))
    return others > 0n ? `${upTo} ${sign.approveExisting(money(others))}` : upTo
  }

  #renderPart(part: {
    title: string
    text: string
    state: 'done' | 'now' | 'open'
    number: number
  }): TemplateResult {
    const { start } = this.context.text
    const { title, text, state, number } = part
    const isDone = state === 'done'
    return html`<li class="step ${isDone ? 'done' : ''} ${state === 'now' ? 'next' : ''}" aria-current=${state === 'now' ? 'step' : nothing}>
      <span class="marker" aria-hidden="true">${isDone ? renderIcon(icons.check) : number}</span>
      <div class="stack tight">
        <h3>${title}<span class="visually-hidden"> (${isDone ? start.done : start.open})</span></h3>
        ${text === '' ? nothing : html`<p class="muted">${text}</p>`}
      </div>
    </li>`
  }

  #renderAction(agreement: Agreement): TemplateResult {
    const { schedules, signIn } = this.context.text
    const { sign } = schedules
    const { running } = this
    if (running !== null) return this.#renderRunning(running)
    if (this.#payer.isConnecting) {
      return html`<div class="waiting" role="status"><span class="spinner"></span><p class="muted">${signIn.connectingText}</p></div>`
    }
    const wallets = this.#payer.list()
    const chosen = wallets.find(({ id }) => id === this.draft.walletId)
    const problem = this.#payer.problem
    const { payer } = agreement.facts.terms
    return html`${problem === null ? nothing : html`<p class="field-error" role="alert">${problem}</p>`}
      ${
        wallets.length === 0
          ? renderNote(
              'info',
              html`<p><strong>${signIn.noWallets}</strong></p><p>${sign.chooseText(maskAddress(payer))}</p>`,
            )
          : chosen !== undefined
            ? html`<div class="form-actions">
                ${renderButton({ label: sign.begin(plainText(chosen.name)), kind: 'primary', onClick: () => void this.#begin(chosen, agreement) })}
              </div>`
            : html`<h3>${sign.choose}</h3>
                <p class="muted">${sign.chooseText(maskAddress(payer))}</p>
                ${renderWalletList(wallets, (wallet) => void this.#begin(wallet, agreement))}`
      }`
  }

  #renderRunning({ step, txHash }: Running): TemplateResult {
    const { sign, transaction } = this.context.text.schedules
    const wallet = plainText(this.#payer.account?.walletName ?? '')
    const sentence = {
      approve: sign.asked(wallet),
      confirm: sign.waiting,
      sign: sign.asked(wallet),
      activate: sign.activating,
    }[step]
    return html`<div class="waiting" role="status">
      <span class="spinner"></span>
      <div>
        <p><strong>${sentence}</strong></p>
        ${txHash === null ? nothing : html`<p class="hint" title=${txHash}>${transaction(maskAddress(txHash))}</p>`}
      </div>
    </div>`
  }

  async #begin(wallet: PayingWallet, agreement: Agreement): Promise<void> {
    this.problem = null
    const account = await this.#payer.connect(wallet)
    if (account === null) return
    // The focused button was removed.
    this.focusHeading()
    const { signal } = this.#connected
    this.running = { step: agreement.approvals.length > 0 ? 'approve' : 'sign', txHash: null }
    // From now on, this browser signs only this permit for the schedule.
    this.draft = { ...this.draft, walletId: wallet.id }
    this.#memory.save(this.scheduleId, this.draft)
    try {
      await runActivation(agreement, this.#options(account, signal))
      this.#memory.forget(this.scheduleId)
      this.context.announce(this.context.text.schedules.sign.active)
    } catch (error) {
      if (signal.aborted) return
      this.problem = this.#explain(error, agreement.facts, account)
    }
    this.running = null
    // Reads the schedule again even after a failure, because only the service's state counts.
    this.dispatchEvent(new Event('changed'))
  }

  #options(account: PayingAccount, signal: AbortSignal): Parameters<typeof runActivation>[1] {
    const { client } = this.context
    return {
      account,
      approvalHash: this.draft.approvalHash,
      onStep: (step, txHash) => {
        this.running = { step, txHash }
      },
      onApprovalSent: (approvalHash) => {
        this.draft = { ...this.draft, approvalHash }
        this.#memory.save(this.scheduleId, this.draft)
      },
      activate: (permitSignature) =>
        client.payouts.activate({ params: { id: this.scheduleId }, body: { permitSignature } }),
      wait: (ms) => waitFor(ms, signal),
    }
  }

  #explain(error: unknown, facts: ScheduleFacts, account: PayingAccount): string {
    const { text, format, noteError } = this.context
    const { sign } = text.schedules
    if (error instanceof ActivationError) {
      switch (error.reason) {
        case 'other_payer':
          return sign.otherPayer(maskAddress(account.address), maskAddress(facts.terms.payer))
        case 'reverted':
          return sign.reverted
        case 'too_low':
          return sign.tooLow(format.money(formatUnits(facts, facts.totalUnits), facts.token.symbol))
        case 'unconfirmed':
          return sign.unconfirmed
        default:
          return error.reason satisfies never
      }
    }
    if (error instanceof WrongNetworkError) return sign.chainUnknown(facts.network.name)
    if (error instanceof Error && error.name === 'ApiError') {
      noteError(error)
      return readFailure(error, text).message
    }
    return explainWallet(error, text, text.schedules.sign.rejected)
  }
}

customElements.define('console-schedule-activation', ConsoleScheduleActivation)

declare global {
  interface HTMLElementTagNameMap {
    'console-schedule-activation': ConsoleScheduleActivation
  }
}
