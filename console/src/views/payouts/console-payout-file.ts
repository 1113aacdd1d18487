import { html, nothing, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { LoadController } from '../../controllers/LoadController.ts'
import type { NetworkChoice } from '../../networkChoices.ts'
import { readNetworks } from '../../readNetworks.ts'
import { tabStyles } from '../../styles/tabStyles.ts'
import {
  renderButton,
  renderEmpty,
  renderFailure,
  renderNote,
  renderPageHead,
} from '../../ui/elements.ts'
import { icons } from '../../ui/icons.ts'
import { renderSelect } from '../../ui/renderField.ts'
import { renderLoaded } from '../../ui/renderLoaded.ts'
import { createPayoutLink, type RefusedCell, readRefusedCells } from './createPayoutLink.ts'
import { payoutStyles } from './payoutStyles.ts'
import type { Payout } from './readPayout.ts'
import {
  type FileRow,
  findFileNetwork,
  judgeFile,
  MAX_PAYOUTS,
  type PayoutFile,
  readPayoutFile,
} from './readPayoutFile.ts'
import { readTextFile } from './readTextFile.ts'
import { renderDuplicates, renderProblems, renderSheet } from './renderFileRows.ts'
import { renderPayoutTabs } from './renderPayoutTabs.ts'
import { renderTotals } from './renderTotals.ts'
import './console-payout-links.ts'

/** The chosen file: its content, or the error if it cannot be read. */
type Chosen = { readonly name: string; readonly read: PayoutFile | string }

/** The form that creates one payout link from a CSV file. */
export class ConsolePayoutFile extends ConsoleView<SignedInContext> {
  static override readonly styles = [ConsoleView.styles, tabStyles, payoutStyles]
  static override readonly properties = {
    ...ConsoleView.properties,
    chosen: { state: true },
    networkId: { state: true },
    isOver: { state: true },
    refused: { state: true },
  }

  declare chosen: Chosen | null
  declare networkId: string | null
  /** Whether a file is being dragged over the field. */
  declare isOver: boolean
  /** The cells that the service rejected although the page found no error. */
  declare refused: readonly RefusedCell[]
  readonly #networks = new LoadController<readonly NetworkChoice[]>(this, (signal) =>
    readNetworks(this.context, { family: null, signal }),
  )

  constructor() {
    super()
    this.chosen = null
    this.networkId = null
    this.isOver = false
    this.refused = []
  }

  protected override render(): TemplateResult {
    const { payouts } = this.context.text
    return html`<div class="page">
      ${renderPageHead({ title: payouts.file.title, lead: payouts.file.lead })}
      ${renderPayoutTabs(this, 'payoutFile')}
      ${renderLoaded(this, this.#networks, (networks) => this.#renderReady(networks))}
      <console-payout-links .context=${this.context}></console-payout-links>
    </div>`
  }

  #renderReady(networks: readonly NetworkChoice[]): TemplateResult {
    const { payouts } = this.context.text
    const network = networks.find(({ id }) => id === this.networkId) ?? networks[0]
    if (network === undefined) {
      return renderEmpty({ icon: icons.file, title: payouts.file.title, text: payouts.noNetworks })
    }
    return html`${this.#renderChooser()} ${this.#renderFile(network, networks)}`
  }

  #renderChooser(): TemplateResult {
    const { file } = this.context.text.payouts
    const onOver = (event: DragEvent): void => {
      event.preventDefault()
      this.isOver = true
    }
    const onLeave = (): void => {
      this.isOver = false
    }
    return html`<section class="card" aria-label=${file.choose}>
      <div
        class="drop ${this.isOver ? 'over' : ''}"
        @dragover=${onOver}
        @dragleave=${onLeave}
        @drop=${(event: DragEvent) => this.#drop(event)}
      >
        <input id="file" type="file" accept=".csv,text/csv" aria-label=${file.choose} aria-describedby="file-hint" @change=${(event: Event) => this.#pick(event)}>
        <label for="file" class="button ${this.chosen === null ? 'primary' : ''}">${this.chosen === null ? file.choose : file.other}</label>
        <span class="muted">${this.isOver ? file.dropping : file.drop}</span>
        <p class="hint" id="file-hint">${file.columns} ${file.hint(MAX_PAYOUTS)}</p>
      </div>
      <div role="status" class="verdict">${this.#renderVerdict()}</div>
      <div><a class="button quiet flush" download="payouts.csv" href=${TEMPLATE}>${file.template}</a></div>
    </section>`
  }

  #renderVerdict(): TemplateResult | typeof nothing {
    const { chosen } = this
    const { file } = this.context.text.payouts
    if (chosen === null) return nothing
    return typeof chosen.read === 'string'
      ? renderNote('error', html`<p><strong>${chosen.name}</strong></p><p>${chosen.read}</p>`)
      : html`<span class="visually-hidden">${file.read(chosen.name)}</span>`
  }

  #renderFile(
    network: NetworkChoice,
    networks: readonly NetworkChoice[],
  ): TemplateResult | typeof nothing {
    const { chosen } = this
    const { text, format } = this.context
    const { payouts, common } = text
    if (chosen === null || typeof chosen.read === 'string') return nothing
    const rows = this.#judge(chosen.read, network)
    const fine = rows.flatMap(({ payout }): Payout[] => (payout === null ? [] : [payout]))
    const wrongRows = rows.flatMap(({ row, payout }) => (payout === null ? [row] : []))
    const isFine = wrongRows.length === 0
    return html`<section class="card" aria-labelledby="rows-title">
      <div class="card-head">
        <h2 id="rows-title">${payouts.file.preview}</h2>
        <span class="muted">${chosen.name}: ${payouts.file.rows(rows.length)}</span>
      </div>
      <div class="narrow">
        ${renderSelect(this, {
          name: 'network',
          label: payouts.network,
          value: network.id,
          choices: networks.map(({ id, name }) => [id, name] as const),
          onChange: (id) => {
            this.networkId = id
            this.refused = []
            this.submit.reset()
          },
          failure: null,
        })}
      </div>
      ${isFine ? renderNote('success', html`<p>${payouts.file.fine}</p>`) : renderProblems(this, rows)}
      ${chosen.read.ignored.length === 0 ? nothing : html`<p class="hint">${payouts.file.ignored(format.list(chosen.read.ignored.map(common.quote)))}</p>`}
      ${renderDuplicates(this, rows)} ${renderSheet(this, rows)} ${fine.length === 0 ? nothing : renderTotals(this, fine, isFine ? {} : { title: payouts.totalsWithout(wrongRows.length, format.list(wrongRows.map(String))) })}
      ${renderFailure(this, this.submit.failureOf('create'))}
      ${
        isFine
          ? html`<div class="form-actions">
              ${renderButton({
                label: payouts.create(rows.length),
                kind: 'primary',
                isBusy: this.submit.pending === 'create',
                onClick: () => void this.#create(fine, network),
              })}
            </div>`
          : nothing
      }
    </section>`
  }

  /** Returns the rows with the page's errors and the service's. */
  #judge(file: PayoutFile, network: NetworkChoice): readonly FileRow[] {
    const rows = judgeFile(file, { network, text: this.context.text })
    return rows.map((row, index) => {
      const refused = this.refused.filter((cell) => cell.index === index)
      if (refused.length === 0) return row
      const more = Object.fromEntries(refused.map(({ column, message }) => [column, message]))
      return { ...row, payout: null, problems: { ...row.problems, ...more } }
    })
  }

  #drop(event: DragEvent): void {
    event.preventDefault()
    this.isOver = false
    const file = event.dataTransfer?.files[0]
    if (file !== undefined) void this.#take(file)
  }

  #pick({ currentTarget }: Event): void {
    if (!(currentTarget instanceof HTMLInputElement)) return
    const file = currentTarget.files?.[0]
    // Without this reset, choosing the same file again after a correction would fire no event.
    currentTarget.value = ''
    if (file !== undefined) void this.#take(file)
  }

  async #take(file: File): Promise<void> {
    const { text } = this.context
    this.submit.reset()
    this.refused = []
    const content = await readTextFile(file, text)
    const read = typeof content === 'string' ? content : readPayoutFile(content.text, this.context)
    this.chosen = { name: file.name, read }
    if (typeof read === 'string') return
    const named = findFileNetwork(read, this.#networks.value ?? [])
    if (named !== null) this.networkId = named.id
  }

  async #create(payouts: readonly Payout[], network: NetworkChoice): Promise<void> {
    const { text, navigate, announce } = this.context
    const created = await this.submit.run('create', async () => {
      try {
        return await createPayoutLink(this.context, { payouts, network: network.id })
      } catch (error) {
        this.refused = readRefusedCells(error)
        throw error
      }
    })
    if (created === null) return
    announce(created.isWaiting ? text.approvals.created : text.payouts.created)
    navigate({ name: 'payoutLink', requestId: created.requestId })
  }
}

/** The template file: the column titles and an example row. */
const TEMPLATE = `data:text/csv;charset=utf-8,${encodeURIComponent(
  'recipient,currency,amount,reference,recipient_id\r\n0x0000000000000000000000000000000000000000,USDC,12.50,INV-2026-001,employee-7\r\n',
)}`

customElements.define('console-payout-file', ConsolePayoutFile)

declare global {
  interface HTMLElementTagNameMap {
    'console-payout-file': ConsolePayoutFile
  }
}
