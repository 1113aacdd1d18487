import { maskAddress } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ClientIdRecord, CreatedClientId } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { refuseFields } from '../../failure.ts'
import { may } from '../../may.ts'
import {
  renderBadge,
  renderButton,
  renderEmpty,
  renderFailure,
  renderPageHead,
  renderValue,
} from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { icons } from '../../ui/icons.ts'
import { renderCreated, renderUse } from '../../ui/recordTimes.ts'
import { renderConfirm, renderDialog } from '../../ui/renderDialog.ts'
import { renderInput } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderRecords } from '../../ui/renderRecords.ts'
import { renderSecretDialog } from '../../ui/renderSecretDialog.ts'
import { describeBinding, type NamedBindingFacts } from './describeBinding.ts'
import { readBindingFacts } from './readBindingFacts.ts'
import './console-client-id-form.ts'

type Dialog =
  | { readonly kind: 'form'; readonly record: ClientIdRecord | null }
  | { readonly kind: 'secret'; readonly value: string }
  | { readonly kind: 'revoke'; readonly record: ClientIdRecord }

type Facts = { readonly records: readonly ClientIdRecord[]; readonly binding: NamedBindingFacts }

/** The merchant's client IDs. */
export class ConsoleClientIds extends ConsoleView<SignedInContext> {
  static override readonly properties = { ...ConsoleView.properties, typed: { state: true } }

  /** The text typed to confirm a revocation. */
  declare typed: string
  readonly dialog = new DialogController<Dialog>(this)
  readonly #facts = new LoadController<Facts>(this, (signal) => this.#read(signal))

  constructor() {
    super()
    this.typed = ''
  }

  protected override render(): TemplateResult {
    const { clientIds } = this.context.text
    const isReady = this.#facts.value !== null
    return html`<div class="page">
      ${renderPageHead({
        title: clientIds.title,
        lead: clientIds.lead,
        actions: isReady ? this.#renderCreate() : null,
      })}
      ${renderFailure(this, this.submit.failureOf('status'))}
      ${renderLoaded(this, this.#facts, (facts) => this.#renderRecords(facts))}
      ${this.#renderDialog()}
    </div>`
  }

  async #read(signal: AbortSignal): Promise<Facts> {
    const { client } = this.context
    const [records, binding, members] = await Promise.all([
      client.sessionClientIds.list({}, { signal }),
      readBindingFacts(this.context, signal),
      client.members.list({}, { signal }),
    ])
    return { records, binding: { ...binding, members } }
  }

  #renderCreate(): TemplateResult {
    if (!may(this.context, 'manage')) return html``
    return renderButton({
      label: this.context.text.clientIds.create,
      kind: 'primary',
      icon: icons.plus,
      onClick: () => this.#open({ kind: 'form', record: null }),
    })
  }

  #renderRecords({ records, binding }: Facts): TemplateResult {
    const { clientIds } = this.context.text
    return renderRecords(records, {
      empty: () =>
        renderEmpty({ icon: icons.globe, title: clientIds.empty, text: clientIds.emptyText }),
      revokedList: clientIds.revokedList,
      renderRecord: (record) => this.#renderRecord(record, binding),
    })
  }

  #renderRecord(record: ClientIdRecord, binding: NamedBindingFacts): TemplateResult {
    const { text } = this.context
    const { clientIds, common } = text
    const { status, label, feePercentage, feeAddress, feeBearer } = record
    const bound = describeBinding(record, binding, text)
    return html`<li class="record">
      <div class="record-head">
        <h2 class="title">${label}</h2>
        ${
          status === 'active'
            ? renderBadge('success', common.active)
            : renderBadge('neutral', status === 'revoked' ? common.revoked : common.inactive)
        }
        ${record.isBackend ? renderBadge('neutral', clientIds.server) : nothing}
        ${isRisky(record) ? renderBadge('warning', clientIds.risky) : nothing}
        ${isStopped(record) ? renderBadge('warning', clientIds.stopped) : nothing}
      </div>
      ${
        record.isBackend
          ? html`<code>${record.clientId}.…</code>`
          : renderValue(this, record.clientId, clientIds.one)
      }
      <div class="domains">
        ${record.allowedDomains.map((domain) => html`<span class="chip">${domain}</span>`)}
      </div>
      ${isRisky(record) ? html`<p class="hint">${record.isBackend ? clientIds.bindAnyServerHint : clientIds.riskyText}</p>` : nothing}
      ${isStopped(record) ? html`<p class="hint">${clientIds.stoppedText}</p>` : nothing}
      <div class="facts-line">
        ${bound === null ? nothing : html`<span title=${record.payeeDestinationId ?? nothing}>${bound}</span>`}
        ${feePercentage === null || feeAddress === null ? nothing : html`<span title=${feeAddress}>${clientIds.feeOf(feePercentage, maskAddress(feeAddress))}</span>${feeBearer === null ? nothing : html`<span>${text.approvals.fees[feeBearer]}</span>`}`}
        ${renderUse(this, record.lastUsedAt)}
        ${renderCreated(this, record.createdAt)}
      </div>
      ${status === 'revoked' ? nothing : this.#renderActions(record)}
    </li>`
  }

  #renderActions(record: ClientIdRecord): TemplateResult {
    const { clientIds, common } = this.context.text
    if (!may(this.context, 'manage')) return html``
    const isActive = record.status === 'active'
    return html`<div class="record-actions">
      ${renderButton({
        label: common.edit,
        isCompact: true,
        describe: record.label,
        onClick: () => this.#open({ kind: 'form', record }),
      })}
      ${renderButton({
        label: isActive ? common.switchOff : common.switchOn,
        isCompact: true,
        describe: record.label,
        isBusy: this.submit.pending === 'status',
        onClick: () => void this.#switch(record),
      })}
      ${renderButton({
        label: clientIds.revoke,
        isCompact: true,
        isDanger: true,
        describe: record.label,
        onClick: () => this.#open({ kind: 'revoke', record }),
      })}
    </div>`
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { current } = this.dialog
    const facts = this.#facts.value
    if (current === null || facts === null) return nothing
    const { clientIds } = this.context.text
    switch (current.kind) {
      case 'form':
        return renderDialog(this, {
          title: current.record === null ? clientIds.createTitle : clientIds.editTitle,
          content: html`<console-client-id-form
            .context=${this.context}
            .record=${current.record}
            .facts=${facts.binding}
            @saved=${({ detail }: CustomEvent<CreatedClientId>) => this.#onSaved(detail)}
            @cancelled=${() => this.dialog.close()}
          ></console-client-id-form>`,
        })
      case 'secret':
        return renderSecretDialog(this, {
          title: clientIds.secretTitle,
          value: current.value,
          what: clientIds.one,
          onStored: () => this.dialog.close(),
        })
      case 'revoke':
        return this.#renderRevoke(current.record)
      default:
        return current satisfies never
    }
  }

  #renderRevoke(record: ClientIdRecord): TemplateResult {
    const { clientIds } = this.context.text
    return renderConfirm(this, {
      name: 'revoke',
      title: clientIds.revokeTitle(record.label),
      text: clientIds.revokeText,
      confirm: clientIds.revoke,
      isDanger: true,
      extra: renderInput(this, {
        name: 'confirmation',
        label: clientIds.revokeType(record.label),
        failure: this.submit.failureOf('revoke'),
        onInput: (value) => {
          this.typed = value
        },
      }),
      onConfirm: () => void this.#revoke(record),
    })
  }

  #open(dialog: Dialog): void {
    this.submit.reset()
    this.typed = ''
    this.dialog.open(dialog)
  }

  #onSaved(saved: CreatedClientId): void {
    const { announce, text } = this.context
    const { secretClientId, ...record } = saved
    const isNew = this.#facts.value?.records.every(({ id }) => id !== record.id) ?? true
    this.#replace(record)
    if (secretClientId === undefined) this.dialog.close()
    else this.dialog.open({ kind: 'secret', value: secretClientId })
    announce(isNew ? text.clientIds.created : text.clientIds.saved)
  }

  async #switch(record: ClientIdRecord): Promise<void> {
    const { client, announce, text } = this.context
    const status = record.status === 'active' ? 'inactive' : 'active'
    const saved = await this.submit.run('status', () =>
      client.sessionClientIds.update({ params: { id: record.id }, body: { status } }),
    )
    if (saved === null) return
    this.#replace(saved)
    announce(status === 'active' ? text.clientIds.switchedOn : text.clientIds.switchedOff)
  }

  async #revoke(record: ClientIdRecord): Promise<void> {
    const { client, announce, text } = this.context
    if (this.typed.trim() !== record.label.trim()) {
      const fields = { confirmation: text.clientIds.revokeMismatch }
      this.submit.refuse('revoke', refuseFields(fields, text))
      await focusFirstInvalid(this)
      return
    }
    const answer = await this.submit.run('revoke', () =>
      client.sessionClientIds.remove({ params: { id: record.id } }),
    )
    if (answer === null) return
    await this.#facts.reload()
    this.dialog.close()
    announce(text.clientIds.revoked)
  }

  /** Shows a record that the API returned. */
  #replace(record: ClientIdRecord): void {
    const facts = this.#facts.value
    if (facts === null) return
    const isKnown = facts.records.some(({ id }) => id === record.id)
    const records = isKnown
      ? facts.records.map((old) => (old.id === record.id ? record : old))
      : [...facts.records, record]
    this.#facts.replace({ ...facts, records })
  }
}

/** Returns whether every holder of the client ID can create a payment to any address: every visitor of a page, or a holder of the secret. */
function isRisky(record: ClientIdRecord): boolean {
  const { status, payeeDestinationId, allowAnyPayee } = record
  return status !== 'revoked' && payeeDestinationId === null && allowAnyPayee
}

/** Returns whether the bound destination accepts no new payments, so that each payment with the client ID fails. */
function isStopped({ status, payeeDestination }: ClientIdRecord): boolean {
  return status !== 'revoked' && payeeDestination?.active === false
}

customElements.define('console-client-ids', ConsoleClientIds)

declare global {
  interface HTMLElementTagNameMap {
    'console-client-ids': ConsoleClientIds
  }
}
