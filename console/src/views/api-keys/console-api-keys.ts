import { formatList } from '@secure-payment/widget/design'
import { html, nothing, type TemplateResult } from 'lit'
import type { ApiKeyRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { type Failure, refuseFields } from '../../failure.ts'
import { may } from '../../may.ts'
import { type FormValues, readFields, readForm } from '../../readForm.ts'
import {
  renderBadge,
  renderButton,
  renderEmpty,
  renderFailure,
  renderPageHead,
} from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { icons } from '../../ui/icons.ts'
import { renderCreated, renderUse } from '../../ui/recordTimes.ts'
import { renderConfirm, renderDialog } from '../../ui/renderDialog.ts'
import { renderChoice, renderFieldError, renderInput, renderSelect } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { renderRecords } from '../../ui/renderRecords.ts'
import { renderSecretDialog } from '../../ui/renderSecretDialog.ts'
import { EXPIRIES, expiryMoment, readExpiry } from './expiry.ts'

type KeyScope = ApiKeyRecord['scopes'][number]

/** Every scope that a key can have, in the form's order. */
const KEY_SCOPES = [
  'read',
  'create',
  'payouts',
  'refunds',
  'manage',
] as const satisfies readonly KeyScope[]

type Dialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'created'; readonly key: string }
  | { readonly kind: 'revoke'; readonly record: ApiKeyRecord }

/** The merchant's API keys. */
export class ConsoleApiKeys extends ConsoleView<SignedInContext> {
  readonly dialog = new DialogController<Dialog>(this)
  readonly #records = new LoadController<readonly ApiKeyRecord[]>(this, (signal) =>
    this.context.client.apiKeys.list({}, { signal }),
  )

  protected override render(): TemplateResult {
    const { apiKeys } = this.context.text
    const isReady = this.#records.value !== null
    return html`<div class="page">
      ${renderPageHead({
        title: apiKeys.title,
        lead: apiKeys.lead,
        actions:
          isReady && may(this.context, 'manage')
            ? renderButton({
                label: apiKeys.create,
                kind: 'primary',
                icon: icons.plus,
                onClick: () => this.#open({ kind: 'create' }),
              })
            : null,
      })}
      ${renderFailure(this, this.submit.failureOf('status'))}
      ${renderLoaded(this, this.#records, (records) => this.#renderRecords(records))}
      ${this.#renderDialog()}
    </div>`
  }

  #renderRecords(records: readonly ApiKeyRecord[]): TemplateResult {
    const { apiKeys } = this.context.text
    return renderRecords(records, {
      empty: () => renderEmpty({ icon: icons.key, title: apiKeys.empty, text: apiKeys.emptyText }),
      revokedList: apiKeys.revokedList,
      renderRecord: (record) => this.#renderRecord(record),
    })
  }

  #renderRecord(record: ApiKeyRecord): TemplateResult {
    const { apiKeys, rights } = this.context.text
    const { format } = this.context
    const { expiresAt } = record
    return html`<li class="record">
      <div class="record-head">
        <h2 class="title">${record.label}</h2>
        ${this.#renderStatus(record)}
      </div>
      <div class="facts-line">
        <code>${record.prefix}…</code>
        <span>${apiKeys.may(
          formatList(
            format,
            record.scopes.map((scope) => rights.scopes[scope]),
          ),
        )}</span>
        ${renderUse(this, record.lastUsedAt)} ${renderCreated(this, record.createdAt)}
        ${expiresAt === null ? nothing : html`<time datetime=${expiresAt}>${apiKeys.expiresAt(format.dateTime(expiresAt))}</time>`}
      </div>
      ${record.status === 'revoked' || !may(this.context, 'manage') ? nothing : this.#renderActions(record)}
    </li>`
  }

  #renderStatus({ status, expiresAt }: ApiKeyRecord): TemplateResult {
    const { common, apiKeys } = this.context.text
    if (status === 'revoked') return renderBadge('neutral', common.revoked)
    const isExpired = expiresAt !== null && Date.parse(expiresAt) <= this.context.now()
    if (isExpired) return renderBadge('warning', apiKeys.expired)
    return status === 'active'
      ? renderBadge('success', common.active)
      : renderBadge('neutral', common.inactive)
  }

  #renderActions(record: ApiKeyRecord): TemplateResult {
    const { apiKeys, common } = this.context.text
    return html`<div class="record-actions">
      ${renderButton({
        label: record.status === 'active' ? common.switchOff : common.switchOn,
        isCompact: true,
        describe: record.label,
        isBusy: this.submit.pending === 'status',
        onClick: () => void this.#switch(record),
      })}
      ${renderButton({
        label: apiKeys.revoke,
        isCompact: true,
        isDanger: true,
        describe: record.label,
        onClick: () => this.#open({ kind: 'revoke', record }),
      })}
    </div>`
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { current } = this.dialog
    const { apiKeys } = this.context.text
    if (current === null) return nothing
    switch (current.kind) {
      case 'create':
        return this.#renderForm()
      case 'created':
        return renderSecretDialog(this, {
          title: apiKeys.createdTitle,
          value: current.key,
          what: apiKeys.key,
          onStored: () => this.dialog.close(),
        })
      case 'revoke':
        return renderConfirm(this, {
          name: 'revoke',
          title: apiKeys.revokeTitle(current.record.label),
          text: apiKeys.revokeText,
          confirm: apiKeys.revoke,
          isDanger: true,
          onConfirm: () => void this.#revoke(current.record),
        })
      default:
        return current satisfies never
    }
  }

  #renderForm(): TemplateResult {
    const { apiKeys, common } = this.context.text
    const failure = this.submit.failureOf('create')
    return renderDialog(this, {
      title: apiKeys.createTitle,
      content: html`<form novalidate @submit=${this.#create} @input=${this.#recheck}>
        ${renderInput(this, { name: 'label', label: apiKeys.label, hint: apiKeys.labelHint, maxLength: 100, failure })}
        ${renderSelect(this, {
          name: 'expiresAt',
          label: apiKeys.expires,
          value: 'never',
          choices: EXPIRIES.map((expiry) => [expiry, apiKeys.expiry[expiry]] as const),
          failure,
        })}
        ${this.#renderScopes(failure)}
        ${renderFailure(this, failure)}
        <div class="form-actions end">
          ${renderButton({ label: common.cancel, onClick: () => this.dialog.close() })}
          ${renderButton({ label: apiKeys.create, kind: 'primary', isBusy: this.submit.pending === 'create' })}
        </div>
      </form>`,
    })
  }

  #renderScopes(failure: Failure | null): TemplateResult {
    const { apiKeys, rights } = this.context.text
    return html`<fieldset aria-describedby=${failure?.fields['scopes'] ? 'scopes-error' : nothing}>
      <legend>${apiKeys.scopes}</legend>
      <p class="hint">${apiKeys.scopesHint}</p>
      <div>
        ${this.#scopes().map((scope) =>
          renderChoice({
            type: 'checkbox',
            name: 'scopes',
            value: scope,
            label: rights.scopes[scope],
            hint: rights.scopeHints[scope],
            isChecked: true,
          }),
        )}
      </div>
      ${renderFieldError('scopes', failure)}
    </fieldset>`
  }

  /** Returns the scopes that the signed-in person can grant: no key has more scopes than its creator. */
  #scopes(): readonly KeyScope[] {
    return KEY_SCOPES.filter((scope) => may(this.context, scope))
  }

  #open(dialog: Dialog): void {
    this.submit.reset()
    this.dialog.open(dialog)
  }

  /** Reads a new key's label and scopes, and the errors by field. */
  #readKey(form: FormValues) {
    const { text } = this.context
    const label = form.text('label')
    const chosen = form.all('scopes')
    const scopes = this.#scopes().filter((scope) => chosen.includes(scope))
    const fields = {
      ...(label === '' && { label: text.errors.required }),
      ...(scopes.length === 0 && { scopes: text.apiKeys.noScopes }),
    }
    return { label, scopes, fields }
  }

  #recheck(event: Event): void {
    const { currentTarget } = event
    const form = currentTarget instanceof HTMLFormElement ? currentTarget : null
    this.submit.recheck('create', this.#readKey(readFields(form)).fields)
  }

  async #create(event: Event): Promise<void> {
    const { client, text, now, announce } = this.context
    const form = readForm(event)
    const { label, scopes, fields } = this.#readKey(form)
    if (Object.keys(fields).length > 0) {
      this.submit.refuse('create', refuseFields(fields, text))
      await focusFirstInvalid(this)
      return
    }
    const expiresAt = expiryMoment(readExpiry(form.text('expiresAt')), now())
    const body = { label, scopes, ...(expiresAt !== null && { expiresAt }) }
    const created = await this.submit.run('create', () => client.apiKeys.create({ body }))
    if (created === null) return
    const { key, ...record } = created
    this.#records.replace([...(this.#records.value ?? []), { ...record, lastUsedAt: null }])
    this.dialog.open({ kind: 'created', key })
    announce(text.apiKeys.created)
  }

  async #switch(record: ApiKeyRecord): Promise<void> {
    const { client, announce, text } = this.context
    const status = record.status === 'active' ? 'inactive' : 'active'
    const saved = await this.submit.run('status', () =>
      client.apiKeys.update({ params: { id: record.id }, body: { status } }),
    )
    if (saved === null) return
    const records = this.#records.value ?? []
    this.#records.replace(records.map((old) => (old.id === saved.id ? saved : old)))
    announce(status === 'active' ? text.apiKeys.switchedOn : text.apiKeys.switchedOff)
  }

  async #revoke(record: ApiKeyRecord): Promise<void> {
    const { client, announce, text } = this.context
    const answer = await this.submit.run('revoke', () =>
      client.apiKeys.remove({ params: { id: record.id } }),
    )
    if (answer === null) return
    await this.#records.reload()
    this.dialog.close()
    announce(text.apiKeys.revoked)
  }
}

customElements.define('console-api-keys', ConsoleApiKeys)

declare global {
  interface HTMLElementTagNameMap {
    'console-api-keys': ConsoleApiKeys
  }
}
