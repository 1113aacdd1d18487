import { html, svg } from 'lit'

/** The console's mark, next to its name. */
export const brandMark = html`<svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true">${svg`<rect width="32" height="32" rx="9" fill="var(--_primary)"/><path d="M9 17.5l4.5 4.5L23 11" fill="none" stroke="var(--_on-primary)" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`}</svg>`
