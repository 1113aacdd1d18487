import { css } from 'lit'

/** The additional styles of the later screens: the review's rows, the progress steps, the receipt. */
export const flowStyles = css`
  /* A paper slip: rows, with perforations between groups. */
  .summary {
    display: grid !important;
    padding: 0.375rem 1rem;
    border-radius: var(--_radius-button);
    background: var(--_surface-raised);
  }
  .summary-row {
    display: flex !important;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0.125rem 1rem;
    padding-block: 0.5rem;
  }
  .summary > * + .stack,
  .summary > .stack + *,
  .summary > [part~='recipient'] + *,
  .summary > * + .strong {
    border-block-start: 1px dashed var(--_rule);
  }
  .summary-row dt {
    color: var(--_text-muted);
  }
  .summary-row dd {
    min-inline-size: 0;
    margin-inline-start: auto;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .summary-row.strong dd {
    font-weight: 620;
  }
  .summary-row.stack {
    display: grid !important;
    justify-content: stretch;
    gap: 0.25rem;
  }
  .summary-row.stack dd {
    margin: 0;
    text-align: start;
  }
  /* The place of an amount that is being read: the invisible text determines its size. */
  [data-likely] {
    font-size: 0;
  }
  [data-likely]::after {
    content: attr(data-likely);
    border-radius: 0.25rem;
    background: var(--_border);
    color: #0000;
    font-size: var(--_font-size);
    animation: pulse 1.6s ease-in-out infinite;
    -webkit-box-decoration-break: clone;
    box-decoration-break: clone;
  }
  .address-line {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
  }
  .address {
    display: flex !important;
    flex-wrap: wrap;
    column-gap: 0.45em;
    max-inline-size: 15.25em; /* Five groups per line: two equal lines. */
    direction: ltr;
    color: var(--_text);
    font-family: var(--_font-mono);
    font-size: 0.8667em !important;
  }
  .fold summary {
    gap: 0.5rem;
    font-size: 1em;
  }
  .address .end-group {
    font-weight: 700;
  }
  .summary-row.protected .below {
    flex-basis: 100%;
    text-align: start;
    font-weight: 400;
  }
  .account > span {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    /* The name wraps first, then the button; the address never does. */
    flex-shrink: 99;
    color: var(--_text-muted);
  }
  .account > button {
    text-align: end;
  }
  .account bdi span {
    white-space: nowrap;
  }
  /* While a wallet connects, the instruction is the card's only content, so it is centred. */
  .instruction {
    display: grid;
    flex: 1;
    place-content: center;
    justify-items: center;
    gap: var(--_space);
    text-align: center;
  }
  .instruction .spinner {
    inline-size: 2.5rem;
    block-size: 2.5rem;
  }
  /* On a phone, a tablet and a laptop, the main action stays visible. It sticks to the edge of a long review, which scrolls beneath it. */
  @media (max-width: 64rem), (max-height: 56rem) {
    .actions.dock {
      position: sticky;
      inset-block-end: 0;
      z-index: 1;
      padding-block: 0.75rem;
      margin-block-end: -0.75rem;
      background: var(--_surface);
      box-shadow: 0 -0.75rem 0.75rem -0.5rem var(--_surface);
      container-type: scroll-state;
    }
    /* Rows that continue beneath the action fade out above it. At the end of the page, the action covers no row. */
    @container scroll-state(stuck: bottom) {
      .dock::before {
        content: '';
        position: absolute;
        inset-inline: 0;
        inset-block-end: 100%;
        block-size: 2.75rem;
        background: linear-gradient(to top, var(--_surface) 10%, #0000);
        pointer-events: none;
      }
    }
    /* Keeps focused controls clear of the sticky action. */
    .screen :is(a, button, summary, [tabindex]) {
      scroll-margin-block-end: 6rem;
    }
  }
  .scroll {
    max-block-size: 22rem;
    overflow-y: auto;
    border-radius: var(--_radius-button);
    background: var(--_surface-raised);
  }
  .step {
    position: relative;
    display: grid;
    grid-template-columns: 1.5rem 1fr;
    gap: 0.75rem;
    padding-block-end: 1rem;
    color: var(--_text-muted);
  }
  .step:last-child {
    padding-block-end: 0;
  }
  .step:not(:last-child)::before {
    content: '';
    position: absolute;
    inset-block: 1.5rem 0;
    inset-inline-start: calc(0.75rem - 1px);
    inline-size: 2px;
    background: var(--_rule);
  }
  .step:has(+ .waiting)::before {
    inset-block-end: -0.5rem;
  }
  .step.waiting::before {
    inset-block-start: 1rem;
  }
  .step.done:not(:last-child)::before {
    background: var(--_success);
  }
  .step:is(.active, .done) {
    color: var(--_text);
  }
  .step.active .step-label {
    font-weight: 550;
  }
  .step-marker {
    display: grid;
    place-items: center;
    inline-size: 1.5rem;
    block-size: 1.5rem;
    border-radius: 50%;
  }
  /* A pending step is a dot on the line. */
  .step.waiting .step-marker::before {
    content: '';
    inline-size: 0.5rem;
    block-size: 0.5rem;
    border-radius: 50%;
    background: var(--_control-border);
  }
  /* A way to pay, and the mark of a completed step, appear with an animation. Reduced motion removes it, like any animation. */
  [part='options'] > li {
    animation: arrive 200ms ease-out both;
  }
  [part='options'] > li:nth-child(2) {
    animation-delay: 40ms;
  }
  [part='options'] > li:nth-child(n + 3) {
    animation-delay: 80ms;
  }
  .step.done .step-marker {
    animation: settle 240ms cubic-bezier(0.2, 0.9, 0.3, 1.3);
  }
  @keyframes arrive {
    from {
      opacity: 0;
      translate: 0 -0.25rem;
    }
  }
  @keyframes settle {
    from {
      scale: 0.6;
    }
  }
  .step-marker svg {
    inline-size: 0.875rem;
    block-size: 0.875rem;
    stroke-width: 2.75;
  }
  .step.active .step-marker {
    border: 2px solid var(--_rule);
    border-block-start-color: var(--_primary);
    animation: spin 0.9s linear infinite;
  }
  .step.done .step-marker {
    background: var(--_success);
    color: var(--_surface);
  }
  .step.failed .step-marker {
    background: var(--_danger);
    color: var(--_surface);
  }
  .step-body {
    display: grid;
    gap: 0.125rem;
    min-inline-size: 0;
  }
  .meter {
    inline-size: 100%;
    block-size: 4px;
    margin-block: 0.375rem 0.25rem;
    border-radius: 2px;
    background: var(--_border);
    fill: var(--_primary);
  }
  .transaction-list {
    display: grid;
    justify-items: end;
    gap: 0.25rem;
  }
  .transaction {
    display: inline-flex;
    align-items: center;
    gap: 0.75rem;
  }
  .summary.bare {
    padding-block-start: 0;
    margin-block-start: calc(-1 * var(--_space));
    border-start-start-radius: 0;
    border-start-end-radius: 0;
  }
  .summary:has(+ .bare) {
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  .bare > :first-child {
    border-block-start: 1px dashed var(--_rule);
  }

  .confirm {
    display: grid;
    gap: 0.75rem;
    padding: 0.875rem;
    border: var(--_border-width) solid var(--_control-border);
    border-radius: var(--_radius-button);
  }
  @media (forced-colors: active) {
    .step::before,
    .step .step-marker::before {
      forced-color-adjust: none;
      background: GrayText !important;
    }
    .step.done .step-marker,
    .step.failed .step-marker {
      forced-color-adjust: none;
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
    }
    .step.active .step-marker {
      border-color: Highlight GrayText GrayText;
    }
    .meter,
    .summary {
      border: 1px solid CanvasText;
      background: Canvas;
      fill: Highlight;
    }
    .summary:has(+ .bare) {
      border-block-end: 0;
    }
    .bare {
      border-block-start: 0 !important;
    }
  }
`
