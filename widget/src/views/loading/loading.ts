import { html } from 'lit'
import type { Screen } from '../viewContext.ts'

/** Placeholders of the height of the next screen, so that nothing jumps. */
export const loading: Screen = {
  id: 'loading',
  heading: ({ text }) => text.loading,
  body: ({
    text,
  }) => html`<h2 id="heading" class="visually-hidden" tabindex="-1">${text.loading}</h2>
    <div class="skeleton line"></div>
    <div class="skeleton amount-line"></div>
    <div class="skeleton line"></div>
    <div class="skeleton choices"></div>
    <div class="skeleton line"></div>`,
}
