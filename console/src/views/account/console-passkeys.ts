import { html, nothing, type TemplateResult } from 'lit'
import type { PasskeyList, PasskeyRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { DialogController } from '../../controllers/DialogController.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { refuseFields } from '../../failure.ts'
import { readForm } from '../../readForm.ts'
import { listStyles } from '../../styles/listStyles.ts'
import { renderBadge, renderButton, renderFailure, renderNote } from '../../ui/elements.ts'
import { focusFirstInvalid } from '../../ui/focusFirstInvalid.ts'
import { renderConfirm, renderDialog } from '../../ui/renderDialog.ts'
import { renderInput } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { createPasskey, hasPasskeys, provePasskey } from '../../webAuthn.ts'
import './console-confirm-session.ts'
import './console-recovery-codes.ts'

/** A change to the second factor. */
type FactorChange = 'enable' | 'disable' | 'renew'

type Dialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'remove'; readonly passkey: PasskeyRecord }
  | { readonly kind: FactorChange }
  /** The change is pending until the person proves that they are the member. */
  | { readonly kind: 'confirm'; readonly change: () => Promise<void> }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

/** The member's passkeys, the second factor and its recovery codes. */
export class ConsolePasskeys extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, listStyles]
  readonly dialog = new DialogController<Dialog>(this)
  readonly #list = new LoadController<PasskeyList>(this, (signal) =>
    this.context.client.passkeys.list({}, { signal }),
  )

  protected override render(): TemplateResult {
    const { passkeys } = this.context.text
    return html`<section class="card" aria-labelledby="passkeys-title">
      <div>
        <h2 id="passkeys-title" tabindex="-1">${passkeys.title}</h2>
        <p class="muted">${passkeys.lead}</p>
      </div>
      ${renderLoaded(this, this.#list, (list) => html`${this.#renderList(list)} ${this.#renderFactor(list)}`)}
      ${this.#renderDialog()}
    </section>`
  }

  #renderList({ passkeys: records }: PasskeyList): TemplateResult {
    const { passkeys } = this.context.text
    return html`<div class="stack">
      ${
        records.length === 0
          ? html`<p>${passkeys.none}</p>`
          : html`<ul class="records">${records.map((record) => this.#renderPasskey(record))}</ul>`
      }
      ${
        hasPasskeys()
          ? html`<div class="form-actions">${renderButton({ label: passkeys.add, onClick: () => this.#open({ kind: 'add' }) })}</div>`
          : renderNote('info', html`<p>${passkeys.unsupported}</p>`)
      }
    </div>`
  }

  #renderPasskey(passkey: PasskeyRecord): TemplateResult {
    const { text, format, now } = this.context
    const { passkeys } = text
    const { name, createdAt, lastUsedAt } = passkey
    const ago = (iso: string) => format.relative(Date.parse(iso), now())
    return html`<li class="record">
      <div class="record-head">
        <h3 class="title">${name}</h3>
        ${passkey.isSynced ? renderBadge('plain', passkeys.synced) : nothing}
      </div>
      <div class="facts-line">
        <time datetime=${createdAt} title=${format.dateTime(createdAt)}>${passkeys.added(ago(createdAt))}</time>
        ${
          lastUsedAt === null
            ? html`<span>${passkeys.unused}</span>`
            : html`<time datetime=${lastUsedAt} title=${format.dateTime(lastUsedAt)}>${passkeys.used(ago(lastUsedAt))}</time>`
        }
      </div>
      <div class="record-actions">
        ${renderButton({ label: passkeys.rename, isCompact: true, describe: name, onClick: () => this.#open({ kind: 'rename', passkey }) })}
        ${renderButton({ label: passkeys.remove, isCompact: true, isDanger: true, describe: name, onClick: () => this.#open({ kind: 'remove', passkey }) })}
      </div>
    </li>`
  }

  #renderFactor({ passkeys, isSecondFactor, recoveryCodesLeft }: PasskeyList): TemplateResult {
    const { factor } = this.context.text.passkeys
    const button = (label: string, kind: FactorChange) =>
      renderButton({ label, onClick: () => this.#open({ kind }) })
    return html`<div class="stack">
      <div class="record-head">
        <h3>${factor.title}</h3>
        ${renderBadge(isSecondFactor ? 'success' : 'neutral', isSecondFactor ? factor.on : factor.off)}
      </div>
      <p class="muted">${isSecondFactor ? `${factor.onText} ${factor.left(recoveryCodesLeft)}` : factor.offText}</p>
      ${
        isSecondFactor
          ? html`<div class="form-actions">${button(factor.renew, 'renew')} ${button(factor.disable, 'disable')}</div>`
          : passkeys.length === 0
            ? html`<p class="hint">${factor.needsPasskey}</p>`
            : html`<div class="form-actions">${button(factor.enable, 'enable')}</div>`
      }
    </div>`
  }

  #renderDialog(): TemplateResult | typeof nothing {
    const { current } = this.dialog
    const { passkeys } = this.context.text
    if (current === null) return nothing
    switch (current.kind) {
      case 'add':
        return this.#renderName({ kind: 'add', title: passkeys.add, value: '' })
      case 'rename': {
        const { name: value } = current.passkey
        return this.#renderName({ kind: 'rename', title: passkeys.renameTitle, value })
      }
      case 'remove':
        return this.#renderRemove(current.passkey)
      case 'confirm':
        return renderDialog(this, {
          title: passkeys.confirm.title,
          content: html`<console-confirm-session
            .context=${this.context}
            .ways=${this.#findWays()}
            @confirmed=${() => void current.change()}
          ></console-confirm-session>${renderFailure(this, this.submit.failure)}`,
        })
      case 'codes':
        return renderDialog(this, {
          title: passkeys.codes.title,
          isLocked: true,
          content: html`<console-recovery-codes
            .context=${this.context}
            .codes=${current.codes}
            @stored=${() => this.dialog.close()}
          ></console-recovery-codes>`,
        })
      default:
        return this.#renderChange(current.kind)
    }
  }

  #renderName(facts: { kind: 'add' | 'rename'; title: string; value: string }): TemplateResult {
    const { passkeys, common } = this.context.text
    const { kind } = facts
    const failure = this.submit.failureOf(kind)
    return renderDialog(this, {
      title: facts.title,
      content: html`<form novalidate @submit=${this.#sendName}>
        ${kind === 'add' ? html`<p>${passkeys.addText}</p>` : nothing}
        ${renderInput(this, { name: 'name', label: passkeys.name, hint: passkeys.nameHint, value: facts.value, maxLength: 60, failure })}
        ${renderFailure(this, failure)}
        <div class="form-actions end">
          ${renderButton({ label: common.cancel, onClick: () => this.dialog.close() })}
          ${renderButton({ label: kind === 'add' ? passkeys.create : common.save, kind: 'primary', isBusy: this.submit.pending === kind })}
        </div>
      </form>`,
    })
  }

  #renderRemove(passkey: PasskeyRecord): TemplateResult {
    const { passkeys } = this.context.text
    const { isSecondFactor = false, passkeys: records = [] } = this.#list.value ?? {}
    const isLast = isSecondFactor && records.length === 1
    return renderConfirm(this, {
      name: 'remove',
      title: passkeys.removeTitle,
      text: passkeys.removeText(passkey.name),
      confirm: passkeys.remove,
      isDanger: true,
      ...(isLast && { extra: renderNote('warning', html`<p>${passkeys.removeLast}</p>`) }),
      onConfirm: () => void this.#remove(passkey),
    })
  }

  #renderChange(kind: FactorChange): TemplateResult {
    const { factor } = this.context.text.passkeys
    const words = {
      enable: { title: factor.enableTitle, text: factor.enableText, confirm: factor.enable },
      disable: { title: factor.disableTitle, text: factor.disableText, confirm: factor.disable },
      renew: { title: factor.renewTitle, text: factor.renewText, confirm: factor.renew },
    }
    const changes = {
      enable: () => this.#enable(),
      disable: () => this.#disable(),
      renew: () => this.#renew(),
    }
    return renderConfirm(this, {
      name: kind,
      ...words[kind],
      isDanger: kind === 'disable',
      onConfirm: () => void changes[kind](),
    })
  }

  #open(dialog: Dialog): void {
    this.submit.reset()
    this.dialog.open(dialog)
  }

  /** Returns the ways to confirm the session; a password is not enough while a passkey is the second factor. */
  #findWays() {
    const { isSecondFactor = false, passkeys = [] } = this.#list.value ?? {}
    return {
      passkey: passkeys.length > 0 && hasPasskeys(),
      recoveryCode: isSecondFactor,
      password: this.context.session.kind === 'account' && !isSecondFactor,
    }
  }

  /**
   * Runs a change; if the service requires a confirmation, runs it again after the person has confirmed. Returns null
   * if the change failed or still needs the confirmation.
   */
  async #change<T>(name: string, send: () => Promise<T>, again: () => Promise<void>) {
    const answer = await this.submit.run(name, send)
    if (answer === null && this.submit.failure?.code === 'confirmation_required') {
      this.#open({ kind: 'confirm', change: again })
    }
    return answer
  }

  async #sendName(event: Event): Promise<void> {
    const { text } = this.context
    const { current } = this.dialog
    const name = readForm(event).text('name')
    if (current?.kind !== 'add' && current?.kind !== 'rename') return
    if (name === '') {
      this.submit.refuse(current.kind, refuseFields({ name: text.errors.required }, text))
      await focusFirstInvalid(this)
      return
    }
    await (current.kind === 'add' ? this.#add(name) : this.#rename(current.passkey, name))
  }

  async #add(name: string): Promise<void> {
    const { client, text } = this.context
    const send = async () => {
      const creation = await client.passkeys.start()
      const credential = await createPasskey(creation)
      return client.passkeys.add({
        body: { challengeId: creation.challengeId, name, credential },
      })
    }
    const added = await this.#change('add', send, () => this.#add(name))
    if (added !== null) await this.#finish(text.passkeys.wasAdded)
  }

  async #rename({ id }: PasskeyRecord, name: string): Promise<void> {
    const { client, text } = this.context
    const renamed = await this.submit.run('rename', () =>
      client.passkeys.update({ params: { id }, body: { name } }),
    )
    if (renamed !== null) await this.#finish(text.passkeys.renamed)
  }

  async #remove(passkey: PasskeyRecord): Promise<void> {
    const { client, text } = this.context
    const { id } = passkey
    const send = () => client.passkeys.remove({ params: { id } })
    const removed = await this.#change('remove', send, () => this.#remove(passkey))
    if (removed !== null) await this.#finish(text.passkeys.removed)
  }

  async #enable(): Promise<void> {
    const { secondFactor } = this.context.client
    const enabled = await this.submit.run('enable', async () => {
      await secondFactor.confirm({
        body: await provePasskey(await secondFactor.startConfirmation()),
      })
      return secondFactor.enable()
    })
    if (enabled !== null) await this.#showCodes(enabled.recoveryCodes)
  }

  async #disable(): Promise<void> {
    const { client, text } = this.context
    const send = () => client.secondFactor.disable()
    const disabled = await this.#change('disable', send, () => this.#disable())
    if (disabled !== null) await this.#finish(text.passkeys.factor.disabled)
  }

  async #renew(): Promise<void> {
    const send = () => this.context.client.secondFactor.createCodes()
    const renewed = await this.#change('renew', send, () => this.#renew())
    if (renewed !== null) await this.#showCodes(renewed.recoveryCodes)
  }

  async #showCodes(codes: readonly string[]): Promise<void> {
    this.#open({ kind: 'codes', codes })
    await this.#list.reload()
  }

  async #finish(told: string): Promise<void> {
    this.dialog.close()
    this.context.announce(told)
    await this.#list.reload()
  }
}

customElements.define('console-passkeys', ConsolePasskeys)

declare global {
  interface HTMLElementTagNameMap {
    'console-passkeys': ConsolePasskeys
  }
}
