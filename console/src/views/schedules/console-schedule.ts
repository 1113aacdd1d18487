import { findCurrency, findNetwork } from '@secure-payment/core/networks'
import { RECURRING_SELECTORS } from '@secure-payment/core/recurring'
import { renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ApprovalRecord, ScheduleCancelled, ScheduleRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import { formatDay } from '../../calendar/formatDay.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { RefreshController } from '../../controllers/RefreshController.ts'
import { may } from '../../may.ts'
import { formatRoute } from '../../routes.ts'
import { countPlaces } from '../../ui/countPlaces.ts'
import {
  renderAddress,
  renderButton,
  renderCopyButton,
  renderFact,
  renderFailure,
  renderNote,
  renderPageHead,
  renderValue,
} from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderConfirm } from '../../ui/renderDialog.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { readRequestApproval } from '../approvals/readRequestApproval.ts'
import { payoutStyles } from '../payouts/payoutStyles.ts'
import { readTakeBacks, type TakeBack } from './checkPermit.ts'
import { describeCurrency, sumSchedule } from './dueDays.ts'
import { renderPast, renderUpcoming } from './renderPayments.ts'
import { describeScheduleFailure, renderScheduleState } from './renderScheduleState.ts'
import { resumeDraft } from './resumeDraft.ts'
import { openScheduleMemory } from './scheduleMemory.ts'
import { findRecurringContract, type ScheduleFacts } from './scheduleTerms.ts'
import '../approvals/console-approval.ts'
import './console-schedule-activation.ts'
import './console-schedule-take-back.ts'

/**
 * The transactions that the payer must still send after a cancellation; `steps` is null if the service returns any
 * other transaction.
 */
type Leftover = { readonly steps: readonly TakeBack[] | null; readonly facts: TakeBackFacts }
type TakeBackFacts = Pick<ScheduleFacts, 'network' | 'token' | 'contract'>

/** A schedule, and its approval, which is null if it needs none. */
type Facts = { readonly record: ScheduleRecord; readonly approval: ApprovalRecord | null }

/** One recurring payout: its data, the completed payments, the remaining ones, and the available actions. */
export class ConsoleSchedule extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, payoutStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    scheduleId: {},
    leftover: { state: true },
  }

  declare scheduleId: string
  /** The response to the cancellation on this page; null before. */
  declare leftover: ScheduleCancelled['transactions'] | null
  readonly dialog = new DialogController<'cancel'>(this)
  readonly #memory = openScheduleMemory()
  readonly #facts = new LoadController<Facts>(this, (signal) => this.#read(signal))

  constructor() {
    super()
    this.leftover = null
    new RefreshController(this, {
      isNeeded: () => this.#isMoving() && this.dialog.current === null,
      refresh: () => this.#facts.refresh(),
    })
  }

  protected override render(): TemplateResult {
    const { schedules } = this.context.text
    return html`<div class="page">
      <a class="crumb" href=${formatRoute({ name: 'schedules' })}>${renderIcon(icons.back, 'small')}${schedules.back}</a>
      ${renderPageHead({ title: schedules.one })}
      ${renderLoaded(this, this.#facts, (facts) => this.#renderRecord(facts))}
      ${this.#renderDialog()}
    </div>`
  }

  async #read(signal: AbortSignal): Promise<Facts> {
    const { client } = this.context
    const record = await client.payouts.get({ params: { id: this.scheduleId } }, { signal })
    const [first] = record.requests
    const approval =
      first === undefined ? null : await readRequestApproval({ client }, first.requestId, signal)
    return { record, approval }
  }

  /** Returns whether a payment is due, or a member's approval is expected. */
  #isMoving(): boolean {
    const { record, approval } = this.#facts.value ?? {}
    return record?.status === 'active' || approval?.status === 'waiting'
  }

  #renderRecord({ record, approval }: Facts): TemplateResult {
    const { text, format } = this.context
    const { schedules } = text
    const { symbol } = describeCurrency(record.paymentCurrency)
    const failure = describeScheduleFailure(record, text)
    const isHeld = approval?.status === 'waiting'
    return html`${approval === null ? nothing : this.#renderApproval(approval)}
      ${isHeld ? nothing : this.#renderPending(record)}
      ${
        record.status === 'paused'
          ? renderNote(
              'error',
              html`<p><strong>${failure}</strong></p><p>${schedules.pausedText}</p>`,
            )
          : failure === null
            ? nothing
            : renderNote(
                'warning',
                html`<p>${failure} ${schedules.failures(record.failureCount ?? 1)}.</p>`,
              )
      }
      ${renderFailure(this, this.submit.failureOf('unpause'))} ${this.#renderLeftover(record)}
      <section class="card" aria-labelledby="facts-title">
        <div class="card-head">
          <div class="row">
            <h2 id="facts-title">${format.money(record.amount, symbol)}</h2>
            <span class="muted">${schedules.frequency[record.frequency]}</span>
            ${renderScheduleState(record, text, { isHeld })}
          </div>
          ${may(this.context, 'payouts') ? html`<div class="row">${this.#renderActions(record)}</div>` : nothing}
        </div>
        ${this.#renderFacts(record)}
      </section>
      ${renderUpcoming(this, record)} ${renderPast(this, record)}`
  }

  #renderApproval(approval: ApprovalRecord): TemplateResult {
    const reread = () => this.#facts.reload()
    return html`<console-approval .context=${this.context} .approval=${approval} .reread=${reread}></console-approval>`
  }

  #renderPending(record: ScheduleRecord): TemplateResult | typeof nothing {
    const { sign } = this.context.text.schedules
    if (record.status !== 'pending') return nothing
    const resumed = resumeDraft(record, this.#memory.find(record.id))
    switch (resumed.state) {
      case 'ready':
        break
      case 'over':
        return renderNote(
          'warning',
          html`<p>${sign.over}</p><p><a href=${formatRoute({ name: 'newSchedule' })}>${sign.anew}</a></p>`,
        )
      case 'unknown':
        return this.#renderUnknown('warning', sign.unknown)
      case 'contradictory':
        return html`<div role="alert">${renderNote('error', html`<p>${sign.lieShown(sign.lies.chain)}</p>`)}</div>`
      default:
        return resumed satisfies never
    }
    return html`<console-schedule-activation
      .context=${this.context}
      .scheduleId=${record.id}
      .draft=${resumed.draft}
      .isRemembered=${resumed.isRemembered}
      @changed=${() => this.#onSigned()}
    ></console-schedule-activation>`
  }

  #renderActions(record: ScheduleRecord): TemplateResult {
    const { schedules } = this.context.text
    const { status } = record
    const isOpen = status === 'pending' || status === 'active' || status === 'paused'
    return html`${
      status === 'paused'
        ? renderButton({
            label: schedules.unpause,
            kind: 'primary',
            isCompact: true,
            isBusy: this.submit.pending === 'unpause',
            onClick: () => void this.#unpause(),
          })
        : nothing
    }
    ${
      isOpen
        ? renderButton({
            label: schedules.cancel,
            isCompact: true,
            isDanger: true,
            onClick: () => {
              this.submit.reset()
              this.dialog.open('cancel')
            },
          })
        : nothing
    }`
  }

  #renderFacts(record: ScheduleRecord): TemplateResult {
    const { text, format } = this.context
    const { schedules } = text
    const { facts } = schedules
    const { paid, open, whole } = sumSchedule(record)
    const { symbol } = describeCurrency(record.paymentCurrency)
    // All three amounts have the same number of decimals, so that people can compare them.
    const places = countPlaces([paid, open, whole])
    const money = (amount: string) => format.money(amount, symbol, places)
    const isOver = record.status === 'completed' || record.status === 'cancelled'
    const amounts = [
      [facts.paid, money(paid)],
      ...(isOver ? [] : [[facts.open, money(open)]]),
      [facts.whole, money(whole)],
    ] as const
    const wallet = (address: string, what: string) =>
      html`<span class="value-line">${renderAddress(address)}${renderCopyButton(this, address, what)}</span>`
    return html`<dl class="facts-list">
      ${renderFact(facts.payer, wallet(record.payer, facts.payer))}
      ${renderFact(facts.payee, wallet(record.payee, facts.payee))}
      ${renderFact(facts.network, findNetwork(record.network)?.name ?? record.network)}
      ${renderFact(facts.progress, schedules.progress(record.processedPayments, record.totalPayments))}
      ${amounts.map(([term, amount]) => renderFact(term, amount))}
      ${renderFact(facts.start, formatDay(format, record.startDate))}
      ${record.nextPaymentDate === null ? nothing : renderFact(facts.next, this.#renderNext(record.nextPaymentDate))}
      ${record.lastPaymentDate === null ? nothing : renderFact(facts.last, format.dateTime(record.lastPaymentDate))}
      ${record.reference === null ? nothing : renderFact(facts.reference, record.reference)}
      ${renderFact(facts.id, renderValue(this, record.id, facts.id))}
    </dl>`
  }

  #renderNext(iso: string): TemplateResult {
    const { text, format, now } = this.context
    const relative = format.relative(Date.parse(iso), now())
    return html`<time datetime=${iso}>${text.schedules.onDate(relative, format.dateTime(iso))}</time>`
  }

  #renderLeftover(record: ScheduleRecord): TemplateResult | typeof nothing {
    const { allowance } = this.context.text.schedules
    if (record.status !== 'cancelled') return nothing
    // If no node responded, the cancellation's response still contains the transactions.
    const transactions = record.transactions ?? this.leftover
    if (transactions === null) return this.#renderUnknown('info', allowance.unknown)
    const leftover = this.#readLeftover(record, transactions)
    if (leftover === null) return renderNote('info', html`<p>${allowance.later}</p>`)
    if (leftover.steps === null) {
      return html`<div role="alert">${renderNote('error', html`<p>${allowance.lie}</p>`)}</div>`
    }
    if (leftover.steps.length === 0) return nothing
    return html`<console-schedule-take-back .context=${this.context} .record=${record} .facts=${leftover.facts} .steps=${leftover.steps}></console-schedule-take-back>`
  }

  /** Reports that the chain could not be read, with a button that reads it again. */
  #renderUnknown(kind: 'info' | 'warning', sentence: string): TemplateResult {
    const label = this.context.text.common.retry
    const isBusy = this.submit.pending === 'read'
    const onClick = () => void this.submit.run('read', () => this.#facts.refresh())
    return renderNote(
      kind,
      html`<p>${sentence}</p><p>${renderButton({ label, isCompact: true, isBusy, onClick })}</p>`,
    )
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { schedules } = this.context.text
    if (this.dialog.current === null) return nothing
    return renderConfirm(this, {
      name: 'cancel',
      title: schedules.cancelTitle,
      text: schedules.cancelText,
      confirm: schedules.cancel,
      keep: schedules.keep,
      isDanger: true,
      onConfirm: () => void this.#cancel(),
    })
  }

  async #onSigned(): Promise<void> {
    await this.#facts.reload()
    // The focused element was removed with the steps.
    if (this.#facts.value?.record.status !== 'pending') this.focusHeading()
  }

  async #cancel(): Promise<void> {
    const { client, announce, text } = this.context
    const params = { id: this.scheduleId }
    const answer = await this.submit.run('cancel', () =>
      client.payouts.update({ params, body: { action: 'cancel' } }),
    )
    if (answer === null) return
    if (answer.status === 'cancelled') this.leftover = answer.transactions
    this.#memory.forget(this.scheduleId)
    await this.#facts.reload()
    this.dialog.close()
    announce(text.schedules.cancelled)
  }

  async #unpause(): Promise<void> {
    const { client, announce, text } = this.context
    const params = { id: this.scheduleId }
    const answer = await this.submit.run('unpause', () =>
      client.payouts.update({ params, body: { action: 'unpause' } }),
    )
    if (answer === null) return
    await this.#facts.reload()
    announce(text.schedules.unpaused)
  }

  #readLeftover(record: ScheduleRecord, transactions: unknown): Leftover | null {
    const currency = findCurrency(record.paymentCurrency)
    const contract = findRecurringContract(record.network, this.context.settings)
    if (!currency?.token || currency.network === null || contract === null) return null
    const facts = { network: currency.network, token: currency.token, contract }
    return { facts, steps: readTakeBacks(transactions, facts, RECURRING_SELECTORS.cancelPermit) }
  }
}

customElements.define('console-schedule', ConsoleSchedule)

declare global {
  interface HTMLElementTagNameMap {
    'console-schedule': ConsoleSchedule
  }
}
