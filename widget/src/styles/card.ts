import { css } from 'lit'

/** The styles of the card that every screen shares: header, amount, notes, footer. */
export const card = css`
  .card {
    isolation: isolate;
    display: flex;
    flex-direction: column;
    gap: calc(var(--_space) * 1.25);
    min-block-size: var(--_min-height);
    padding: clamp(1rem, 6cqi, 1.5rem);
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }
  /* Fine engraved lines, as on banknotes. */
  .card::before {
    content: '';
    position: absolute;
    z-index: -1;
    inset: var(--_border-width) var(--_border-width) auto;
    block-size: 11rem;
    border-radius: inherit;
    background:
      repeating-radial-gradient(circle at 104% -30%, var(--_line) 0 1px, #0000 1px 7px),
      repeating-radial-gradient(circle at 68% -62%, var(--_line) 0 1px, #0000 1px 7px);
    mask: radial-gradient(70% 100% at 100% 0, #000, #0000);
    pointer-events: none;
  }
  .header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
    min-block-size: 2.5rem;
  }
  .merchant {
    display: flex;
    align-items: center;
    gap: 0.625rem;
    /* A name breaks between its words: the badge moves below a name whose longest word needs the badge's space. */
    flex: 1 1 min-content;
    min-inline-size: 0;
    font-weight: 550;
    overflow-wrap: break-word;
  }
  .merchant > div {
    display: flex;
    flex-direction: column;
    min-inline-size: 0;
    line-height: 1.35;
  }
  .merchant .small {
    white-space: nowrap;
  }
  .logo {
    flex: none;
    inline-size: 2.25rem;
    block-size: 2.25rem;
    border-radius: 0.625rem;
    object-fit: cover;
  }
  .monogram {
    display: grid;
    place-items: center;
    border: 1px solid #0000;
    background: var(--_primary-surface);
    color: var(--_link);
    font-size: 0.875rem;
    font-weight: 650;
  }
  .badge {
    flex: none;
    padding: 0.125rem 0.5rem;
    border-radius: 999px;
    background: var(--_surface-raised);
    color: var(--_text-muted);
    font-size: 0.75rem;
    font-weight: 550;
    white-space: nowrap;
  }

  /* Parts cannot hide the data that the payer's decision needs: an important rule inside the shadow tree overrides
     every outer rule. */
  .protected,
  dl[part='summary'] {
    visibility: visible !important;
    opacity: 1 !important;
    clip-path: none !important;
    mask: none !important;
    filter: none !important;
    transform: none !important;
    scale: none !important;
    translate: none !important;
    position: static !important;
    block-size: auto !important;
    max-block-size: none !important;
    content: normal !important;
    zoom: 1 !important;
    color: var(--_text) !important;
    -webkit-text-fill-color: currentcolor !important;
    font-size: inherit !important;
    text-indent: 0 !important;
  }
  .amount-block {
    display: grid !important;
    gap: 0.25rem;
  }
  .amount {
    display: flex !important;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: 0.3em;
    /* The number precedes the currency in every language; the block is aligned with the start of the line. */
    direction: ltr;
    justify-self: start;
    font-size: min(var(--_font-size-amount), 11cqi) !important;
    font-weight: 600;
    line-height: 1.15;
    letter-spacing: -0.03em;
    font-variant-numeric: tabular-nums;
  }
  /* Amounts in a column have the same style. */
  .amount-block:has(.long) .amount {
    font-size: min(1.75rem, 8cqi) !important;
  }
  .amount-currency {
    display: inline !important;
    font-size: 0.5em !important;
    font-weight: 550;
    letter-spacing: 0;
  }
  /* Dots separate the facts; a dot at the start of a wrapped line falls outside and is clipped. */
  .facts {
    overflow: clip;
  }
  .facts > div {
    display: flex;
    flex-wrap: wrap;
    margin-inline-start: -1.1em;
  }
  .facts span {
    position: relative;
    padding-inline-start: 1.1em;
  }
  .facts span::before {
    content: '·';
    position: absolute;
    inset-inline-start: 0.4em;
  }

  .screen {
    display: flex;
    flex-direction: column;
    flex: 1;
    gap: var(--_space);
  }
  .screen:not(.alone) > .actions {
    margin-block-start: auto;
  }
  .alone {
    justify-content: center;
    text-align: center;
  }
  .lead {
    display: grid;
    gap: 0.25rem;
  }
  /* The icon is next to its heading; if there is no other content on the card, it is above the heading. */
  .message {
    grid-template-columns: auto 1fr;
    gap: 0.125rem 0.875rem;
  }
  .alone .message {
    grid-template-columns: 1fr;
    justify-items: center;
  }
  /* In a message, the note is below its subject. */
  .screen > .message {
    order: -1;
  }
  .lead p {
    color: var(--_text-muted);
  }
  .lead-icon {
    display: grid;
    place-items: center;
    grid-row: 1 / 3;
    inline-size: 2.75rem;
    block-size: 2.75rem;
    border-radius: 50%;
    background: var(--_surface-raised);
    color: var(--_text-muted);
  }
  .alone .lead-icon {
    grid-row: auto;
    margin-block-end: 0.5rem;
  }

  .note {
    display: flex;
    gap: 0.625rem;
    padding: 0.75rem;
    border-radius: var(--_radius-button);
    background: var(--_surface-raised);
    font-size: 0.9333em;
  }
  .note svg {
    margin-block-start: 0.0625rem;
    color: var(--_text-muted);
  }
  .warning {
    background: var(--_warning-surface);
  }
  .badge.warning,
  .lead-icon.warning,
  .note.warning svg {
    color: var(--_warning);
  }

  .skeleton {
    border: 1px solid #0000;
    border-radius: 0.375rem;
    background: var(--_surface-raised);
    animation: pulse 1.6s ease-in-out infinite;
  }
  @keyframes pulse {
    50% {
      opacity: 0.55;
    }
  }
  @media (forced-colors: active) {
    .note,
    .badge,
    .lead-icon {
      border: 1px solid CanvasText;
    }
  }
`
