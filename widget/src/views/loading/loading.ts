import { html } from 'lit'
import type { Screen } from '../viewContext.ts'

/** A placeholder as high as the next screen, so that the layout does not shift; the card has a placeholder for the amount. */
export const loading: Screen = {
  id: 'loading',
  heading: ({ text }) => text.loading,
  body: ({
    text,
  }) => html`<h2 id="heading" class="visually-hidden" tabindex="-1">${text.loading}</h2>
    <div class="skeleton choices"></div>
    <div class="skeleton line"></div>`,
}
