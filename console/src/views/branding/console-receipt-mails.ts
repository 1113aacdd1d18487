import { html, type TemplateResult } from 'lit'
import type { TenantRecord } from '../../api.ts'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import { renderBadge, renderButton, renderFailure } from '../../ui/elements.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'

/** The switch for receipts that payers get by e-mail. */
export class ConsoleReceiptMails extends ConsoleView<SignedInContext> {
  readonly #tenant = new LoadController<TenantRecord>(this, (signal) =>
    this.context.client.tenant.get({}, { signal }),
  )

  protected override render(): TemplateResult {
    const { receipts } = this.context.text.branding
    return html`<section class="card" aria-labelledby="receipts-title">
      <div>
        <h2 id="receipts-title">${receipts.title}</h2>
        <p class="hint">${receipts.hint}</p>
      </div>
      ${renderFailure(this, this.submit.failureOf('receipts'))}
      ${renderLoaded(this, this.#tenant, (tenant) => this.#renderSwitch(tenant))}
    </section>`
  }

  #renderSwitch({ sendsReceipts: isOn }: TenantRecord): TemplateResult {
    const { branding, common } = this.context.text
    return html`<div class="row">
      ${renderBadge(isOn ? 'success' : 'neutral', isOn ? branding.receipts.on : branding.receipts.off)}
      ${renderButton({
        label: isOn ? common.switchOff : common.switchOn,
        isCompact: true,
        describe: branding.receipts.title,
        isBusy: this.submit.pending === 'receipts',
        onClick: () => void this.#switch(!isOn),
      })}
    </div>`
  }

  async #switch(sendsReceipts: boolean): Promise<void> {
    const { client, announce, text } = this.context
    const saved = await this.submit.run('receipts', async () => {
      // The call also saves the name, which may have changed in the meantime.
      const { name } = await client.tenant.get({})
      return client.tenant.update({ body: { name, sendsReceipts } })
    })
    if (saved === null) return
    this.#tenant.replace(saved)
    const { switchedOn, switchedOff } = text.branding.receipts
    announce(saved.sendsReceipts ? switchedOn : switchedOff)
  }
}

customElements.define('console-receipt-mails', ConsoleReceiptMails)

declare global {
  interface HTMLElementTagNameMap {
    'console-receipt-mails': ConsoleReceiptMails
  }
}
