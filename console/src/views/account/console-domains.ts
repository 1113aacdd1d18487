import { html, nothing, type TemplateResult } from 'lit'
import type { DomainRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { type Failure, refuseFields } from '../../failure.ts'
import { may } from '../../may.ts'
import { readForm } from '../../readForm.ts'
import { listStyles } from '../../styles/listStyles.ts'
import {
  renderBadge,
  renderButton,
  renderFact,
  renderFailure,
  renderValue,
} from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderInput } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'

/** The merchant's domains, verified or not, and the instructions for proving their ownership. */
export class ConsoleDomains extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, listStyles]
  readonly #records = new LoadController<readonly DomainRecord[]>(this, (signal) =>
    this.context.client.domains.list({}, { signal }),
  )

  protected override render(): TemplateResult {
    return html`${renderLoaded(this, this.#records, (records) => this.#renderRecords(records))}`
  }

  #renderRecords(records: readonly DomainRecord[]): TemplateResult {
    const failure = this.submit.failureOf('add')
    const mayAdd = may(this.context, 'manage')
    return html`<div class="stack">
      ${records.length === 0 ? nothing : html`<ul class="records">${records.map((record) => this.#renderRecord(record))}</ul>`}
      ${mayAdd ? this.#renderForm(failure) : nothing}
      ${records.length === 0 && !mayAdd ? html`<p>${this.context.text.domains.none}</p>` : nothing}
    </div>`
  }

  #renderForm(failure: Failure | null): TemplateResult {
    const { domains } = this.context.text
    return html`<form novalidate @submit=${this.#add}>
        ${renderInput(this, { name: 'domain', label: domains.domain, hint: domains.hint, inputMode: 'url', maxLength: 253, failure })}
        ${renderFailure(this, failure)}
        <div class="form-actions">
          ${renderButton({ label: domains.add, isBusy: this.submit.pending === 'add' })}
        </div>
      </form>`
  }

  #renderRecord(record: DomainRecord): TemplateResult {
    const { domains } = this.context.text
    const { status, domain, problem } = record
    const tone = { pending: 'neutral', verified: 'success', withdrawn: 'danger' } as const
    return html`<li class="record">
      <div class="record-head">
        <h3 class="title">${domain}</h3>
        ${renderBadge(tone[status], domains[status])}
      </div>
      ${status === 'verified' ? nothing : this.#renderProof(record)}
      ${problem === null ? nothing : html`<p class="hint" role="status">${domains[problem]}</p>`}
      ${may(this.context, 'manage') ? this.#renderActions(record) : nothing}
    </li>`
  }

  #renderActions(record: DomainRecord): TemplateResult {
    const { domains } = this.context.text
    const { domain } = record
    return html`<div class="record-actions">
        ${renderButton({
          label: domains.check,
          isCompact: true,
          describe: domain,
          isBusy: this.submit.pending === `check ${record.id}`,
          onClick: () => void this.#check(record),
        })}
        ${renderButton({
          label: domains.remove,
          isCompact: true,
          isDanger: true,
          describe: domain,
          isBusy: this.submit.pending === `remove ${record.id}`,
          onClick: () => void this.#remove(record),
        })}
      </div>`
  }

  #renderProof({ proof }: DomainRecord): TemplateResult {
    const { domains } = this.context.text
    const fact = (label: string, value: string) =>
      renderFact(label, renderValue(this, value, label))
    return html`<p>${domains.where}</p>
      <dl class="facts-list">${fact(domains.name, proof.dnsName)} ${fact(domains.value, proof.dnsValue)}</dl>
      <p>${domains.or}</p>
      <dl class="facts-list">${fact(domains.address, proof.fileUrl)} ${fact(domains.content, proof.fileContent)}</dl>`
  }

  async #add(event: Event): Promise<void> {
    const { client, text, announce } = this.context
    const typed = readForm(event).text('domain')
    const domain = readDomain(typed)
    if (domain === null) {
      this.submit.refuse('add', refuseFields({ domain: text.domains.invalid }, text))
      await focusFirstInvalid(this)
      return
    }
    const added = await this.submit.run('add', () => client.domains.create({ body: { domain } }))
    if (added === null) {
      await focusFirstInvalid(this)
      return
    }
    await this.#records.reload()
    announce(text.domains.added)
  }

  async #check({ id }: DomainRecord): Promise<void> {
    const { client, text, announce } = this.context
    const checked = await this.submit.run(`check ${id}`, () =>
      client.domains.check({ params: { id } }),
    )
    if (checked === null) return
    const records = this.#records.value ?? []
    this.#records.replace(records.map((record) => (record.id === id ? checked : record)))
    announce(checked.status === 'verified' ? text.domains.checked : text.domains.notFound)
  }

  async #remove({ id }: DomainRecord): Promise<void> {
    const { client, text, announce } = this.context
    const removed = await this.submit.run(`remove ${id}`, () =>
      client.domains.remove({ params: { id } }),
    )
    if (removed === null) return
    await this.#records.reload()
    announce(text.domains.removed)
  }
}

/** Converts a domain that a person typed to the API's form; null if it is not a domain. A loopback host may have a port. */
function readDomain(typed: string): string | null {
  const text = typed.trim()
  if (/^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/.test(text)) return text
  if (text === '' || /[\s/?#@\\:]/.test(text) || !URL.canParse(`https://${text}`)) return null
  return new URL(`https://${text}`).hostname
}

customElements.define('console-domains', ConsoleDomains)

declare global {
  interface HTMLElementTagNameMap {
    'console-domains': ConsoleDomains
  }
}
