import { checksumAddress } from '@secure-payment/core/evm'
import { plainText, renderIcon } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { RecurringPayoutCreated, WaitingPayout } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import { dayOf } from '../../calendar/occurrence.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { TokenPickerController } from '../../controllers/TokenPickerController.ts'
import { TypedFormController } from '../../controllers/TypedFormController.ts'
import { ensureDefined } from '../../ensureDefined.ts'
import { type Failure, refuseFields } from '../../failure.ts'
import { decimalsOf, type NetworkChoice } from '../../networkChoices.ts'
import { type FormValues, readFields, readForm } from '../../readForm.ts'
import { readNetworks } from '../../readNetworks.ts'
import { formatRoute } from '../../routes.ts'
import {
  renderAddress,
  renderButton,
  renderEmpty,
  renderFailure,
  renderNote,
  renderPageHead,
} from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { icons } from '../../ui/icons.ts'
import { renderAmountInput } from '../../ui/renderAmountInput.ts'
import { renderFieldError, renderInput, renderSelect } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderTokenPicker } from '../../ui/renderTokenPicker.ts'
import type { PayingWallet } from '../../wallets/payingWallet.ts'
import { renderWalletList } from '../../wallets/renderWalletList.ts'
import { walletStyles } from '../../wallets/walletStyles.ts'
import { payoutStyles } from '../payouts/payoutStyles.ts'
import { PayerController } from './PayerController.ts'
import { readScheduleFailure } from './readScheduleFailure.ts'
import { frequencies, readScheduleForm } from './readScheduleForm.ts'
import { openScheduleMemory } from './scheduleMemory.ts'
import { findRecurringContract, type ScheduleTerms } from './scheduleTerms.ts'

/** Creates a schedule that a wallet in this browser pays; the payer signs it on a separate screen. */
export class ConsoleScheduleForm extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, walletStyles, payoutStyles]

  readonly #memory = openScheduleMemory()
  readonly #payer = new PayerController(this)
  readonly #typed = new TypedFormController(this)
  readonly #picker = new TokenPickerController(this)
  readonly #networks = new LoadController<readonly NetworkChoice[]>(this, (signal) =>
    this.#readNetworks(signal),
  )

  protected override render(): TemplateResult {
    const { schedules } = this.context.text
    return html`<div class="page">
      <a class="crumb" href=${formatRoute({ name: 'schedules' })}>${renderIcon(icons.back, 'small')}${schedules.back}</a>
      ${renderPageHead({ title: schedules.form.title, lead: schedules.form.lead })}
      ${renderLoaded(this, this.#networks, (networks) => this.#renderForm(networks))}
    </div>`
  }

  /**
   * Reads the networks that have a contract for recurring payouts, and their tokens. Excludes native coins, which a
   * contract cannot transfer on the payer's behalf.
   */
  async #readNetworks(signal: AbortSignal): Promise<readonly NetworkChoice[]> {
    const { settings } = this.context
    const networks = await readNetworks(this.context, { family: 'evm', signal })
    return networks
      .filter(({ id }) => findRecurringContract(id, settings) !== null)
      .map((network) => ({
        ...network,
        tokens: network.tokens.filter(({ isNative }) => !isNative),
      }))
      .filter(({ tokens }) => tokens.length > 0)
  }

  #renderForm(networks: readonly NetworkChoice[]): TemplateResult {
    const { schedules, payouts } = this.context.text
    const { form } = schedules
    const picked = this.#picker.pick(networks)
    if (picked === null) {
      return renderEmpty({
        icon: icons.calendar,
        title: form.title,
        text: form.unavailable['no_contract'] ?? form.noTokens,
      })
    }
    const failure = this.submit.failureOf('create')
    return html`<form novalidate class="card" 
      @submit=${(event: Event) => this.#send(event, networks)}
      @input=${() => this.#recheck(networks)}
      @change=${() => this.#recheck(networks)}
    >
      ${this.#renderPayer(failure, networks)}
      ${renderInput(this, { name: 'payee', label: payouts.recipient, hint: payouts.recipientHint, isMono: true, maxLength: 64, failure })}
      ${renderTokenPicker(this, this.#picker, networks)}
      <div class="pair">
        ${renderAmountInput(this, { name: 'amount', label: form.amountEach, typed: this.#typed, symbol: picked.token.symbol, decimals: decimalsOf(picked.token.currencyId), failure })}
        ${renderSelect(this, {
          name: 'frequency',
          label: form.frequency,
          value: 'MONTHLY',
          choices: frequencies.map(
            (frequency) => [frequency, schedules.frequency[frequency]] as const,
          ),
          failure,
        })}
      </div>
      <div class="pair">
        ${renderInput(this, { name: 'startDate', label: form.start, hint: form.startHint, type: 'date', value: dayOf(this.context.now()), failure })}
        ${renderInput(this, { name: 'totalPayments', label: form.count, hint: form.countHint, inputMode: 'numeric', maxLength: 3, value: '12', failure })}
      </div>
      ${renderInput(this, { name: 'reference', label: payouts.reference, hint: payouts.referenceHint, isOptional: true, maxLength: 255, failure })}
      ${renderFailure(this, failure)}
      <div class="form-actions">
        ${renderButton({ label: form.create, kind: 'primary', isBusy: this.submit.pending === 'create' })}
      </div>
    </form>`
  }

  #renderPayer(failure: Failure | null, networks: readonly NetworkChoice[]): TemplateResult {
    const { form } = this.context.text.schedules
    const { signIn } = this.context.text
    const { account, isConnecting, problem } = this.#payer
    const wallets = this.#payer.list()
    const content =
      account !== null
        ? html`<div class="secret payer">
            <span class="stack tight"><span>${renderAddress(checksumAddress(account.address.toLowerCase()))}</span><span class="hint">${plainText(account.walletName)}. ${form.payerChosen}</span></span>
            ${renderButton({ label: form.payerOther, kind: 'quiet', onClick: () => this.#payer.leave() })}
          </div>`
        : isConnecting
          ? html`<div class="waiting" role="status"><span class="spinner"></span><p class="muted">${signIn.connectingText}</p></div>`
          : wallets.length === 0
            ? renderNote(
                'info',
                html`<p><strong>${signIn.noWallets}</strong></p><p>${form.noWalletsHint}</p>`,
              )
            : html`<p class="hint" id="payer-hint">${form.payerHint}</p>${renderWalletList(wallets, (wallet) => void this.#connect(wallet, networks))}`
    return html`<fieldset tabindex="-1" id="payer" aria-invalid=${failure?.fields['payer'] ? 'true' : nothing}>
      <legend>${form.payer}</legend>
      ${content}
      ${problem === null ? nothing : html`<p class="field-error" role="alert">${problem}</p>`}
      ${account === null ? renderFieldError('payer', failure) : nothing}
    </fieldset>`
  }

  async #connect(wallet: PayingWallet, networks: readonly NetworkChoice[]): Promise<void> {
    await this.#payer.connect(wallet)
    this.#recheck(networks)
    await this.updateComplete
    // The focused button was removed.
    this.renderRoot.querySelector<HTMLElement>('#payer')?.focus()
  }

  /** Validates a rejected form again while the person corrects it. */
  #recheck(networks: readonly NetworkChoice[]): void {
    const form = this.renderRoot.querySelector('form')
    if (form === null || this.submit.failureOf('create') === null) return
    const read = this.#read(readFields(form), networks)
    if (read !== null) this.submit.recheck('create', 'fields' in read ? read.fields : {})
  }

  /** Reads the form's values with the chosen wallet and token; null without a token. */
  #read(form: FormValues, networks: readonly NetworkChoice[]) {
    const { text, now } = this.context
    const picked = this.#picker.pick(networks)
    if (picked === null) return null
    const payer = this.#payer.account?.address ?? null
    return readScheduleForm(form, {
      ...picked,
      payer,
      nowMs: now(),
      locale: navigator.language,
      text,
    })
  }

  async #send(event: Event, networks: readonly NetworkChoice[]): Promise<void> {
    const { text, announce, navigate } = this.context
    const read = this.#read(readForm(event), networks)
    if (read === null) return
    if ('fields' in read) {
      this.submit.refuse('create', refuseFields(read.fields, text))
      await focusFirstInvalid(this)
      return
    }
    let reason: Partial<Failure> = {}
    const created = await this.submit.run('create', async () => {
      try {
        return await this.#create(read.terms)
      } catch (error) {
        reason = readScheduleFailure(error, text)
        throw error
      }
    })
    if (created === null) {
      const { failure } = this.submit
      if (failure !== null) this.submit.refuse('create', { ...failure, ...reason })
      await focusFirstInvalid(this)
      return
    }
    if ('approvalId' in created) {
      announce(text.approvals.created)
      const scheduleId = created.recurringPaymentId
      navigate(scheduleId === null ? { name: 'approvals' } : { name: 'schedule', scheduleId })
      return
    }
    this.#memory.save(created.id, {
      terms: read.terms,
      permit: created.recurringPaymentPermit,
      approvals: created.transactions,
      walletId: ensureDefined(this.#payer.walletId, 'The payer’s wallet'),
      approvalHash: null,
    })
    announce(text.schedules.form.created)
    navigate({ name: 'schedule', scheduleId: created.id })
  }

  async #create(terms: ScheduleTerms): Promise<RecurringPayoutCreated | WaitingPayout> {
    const { payer, payee, currencyId, amount, reference } = terms
    const { startDate, frequency, totalPayments } = terms
    const answer = await this.context.client.payouts.create({
      body: {
        payee,
        amount,
        invoiceCurrency: currencyId,
        paymentCurrency: currencyId,
        recurrence: { startDate, frequency, totalPayments, payer },
        ...(reference !== null && { reference }),
      },
    })
    if ('approvalId' in answer) return answer
    // Without a permit, the payer would have nothing to sign.
    if (!('recurringPaymentPermit' in answer))
      throw new TypeError('The response contains no permit.')
    return answer
  }
}

customElements.define('console-schedule-form', ConsoleScheduleForm)

declare global {
  interface HTMLElementTagNameMap {
    'console-schedule-form': ConsoleScheduleForm
  }
}
