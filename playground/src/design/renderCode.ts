import { html, type TemplateResult } from 'lit'
import type { Design } from './design.ts'
import { renderSegments } from './renderSegments.ts'
import { FRAMEWORKS, type Framework, writeCode } from './writeCode.ts'

/** The code of a design, and its actions. */
export type CodeView = {
  readonly design: Design
  readonly framework: Framework
  /** The last copied text. */
  readonly told: string
  readonly onFramework: (framework: Framework) => void
  readonly onCopy: (text: string, name: string) => void
}

/** Renders a framework's files, each with a copy button. */
export function renderCode({
  design,
  framework,
  told,
  onFramework,
  onCopy,
}: CodeView): TemplateResult {
  return html`<section class="code" aria-labelledby="code">
    <div class="heading"><h2 id="code">Code</h2></div>
    ${renderSegments({ label: 'For', name: 'framework', values: FRAMEWORKS, value: framework, onChange: onFramework })}
    ${writeCode(design, framework).map(
      ({ name, text }) => html`<figure>
        <figcaption>
          <code>${name}</code>
          <button type="button" aria-label="Copy ${name}" @click=${() => onCopy(text, name)}>
            ${told === name ? 'Copied' : 'Copy'}
          </button>
        </figcaption>
        <pre tabindex="0" role="region" aria-label=${name}><code>${text}</code></pre>
      </figure>`,
    )}
    <p class="hidden" role="status">${told ? `${told} copied` : ''}</p>
  </section>`
}
