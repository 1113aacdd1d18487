import { css, html, type TemplateResult } from 'lit'
import { ConsoleView } from '../../ConsoleView.ts'
import type { SignedInContext } from '../../context.ts'
import { renderButton } from '../../ui/elements.ts'

/** While the page has this class, it prints only its open dialog. */
const PRINTS_DIALOG = 'prints-dialog'

/**
 * The new recovery codes, shown once, with buttons to copy and print them.
 *
 * @event {CustomEvent} stored - The person has stored the codes.
 */
export class ConsoleRecoveryCodes extends ConsoleView<SignedInContext> {
  static override readonly styles = [
    ConsoleView.styles,
    css`
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr));
        gap: 0.375rem 1.5rem;
        margin: 0;
        padding: 0.875rem 1rem;
        border: var(--_border-width) solid var(--_border);
        border-radius: var(--_radius);
        list-style: none;
      }
      @media print {
        :host {
          color: #000;
          visibility: visible;
        }
        .form-actions {
          display: none;
        }
      }
    `,
  ]
  static override readonly properties = { ...ConsoleView.properties, codes: { attribute: false } }

  declare codes: readonly string[]

  constructor() {
    super()
    this.codes = []
  }

  override connectedCallback(): void {
    super.connectedCallback()
    document.documentElement.classList.add(PRINTS_DIALOG)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    document.documentElement.classList.remove(PRINTS_DIALOG)
  }

  protected override render(): TemplateResult {
    const { codes } = this.context.text.passkeys
    return html`<div class="stack">
      <p>${codes.text}</p>
      <ul aria-label=${codes.label}>${this.codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
      <div class="form-actions">
        ${renderButton({
          label: codes.copy,
          onClick: () => void this.copier.copy(this.codes.join('\n'), codes.what),
        })}
        ${renderButton({ label: codes.print, onClick: () => window.print() })}
        ${renderButton({
          label: codes.stored,
          kind: 'primary',
          onClick: () => this.dispatchEvent(new CustomEvent('stored')),
        })}
      </div>
    </div>`
  }
}

customElements.define('console-recovery-codes', ConsoleRecoveryCodes)

declare global {
  interface HTMLElementTagNameMap {
    'console-recovery-codes': ConsoleRecoveryCodes
  }
}
