import { css } from 'lit'

/** The additional styles of the first screens: choices, disclosures and placeholders. */
export const firstScreens = css`
  .choices {
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
    overflow: clip;
  }
  .choices li + li {
    border-block-start: var(--_border-width) solid var(--_border);
  }
  .choice {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    inline-size: 100%;
    min-block-size: max(3.25rem, var(--_control-height));
    padding: 0.625rem 0.75rem;
    border: 0;
    background: none;
    text-align: start;
    transition: background-color var(--_transition);
  }
  .choice:focus-visible {
    border-radius: var(--_radius-button);
    outline-offset: -2px;
  }
  .choice:hover:not([disabled]) {
    background: color-mix(in oklab, var(--_text) 5%, #0000);
  }
  .choice > .grow {
    flex: 1;
    min-inline-size: 0;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 0.75rem;
  }
  .choice .chevron {
    color: var(--_text-muted);
  }
  .name {
    font-weight: 550;
  }
  .wallet-icon {
    flex: none;
    inline-size: 2rem;
    block-size: 2rem;
    border-radius: 0.5rem;
  }

  /* The lists fill the reserved height, with the unused rows at the end. */
  .wallets {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: 0.5rem;
  }
  .elsewhere {
    display: flex;
    flex-wrap: wrap;
  }
  .elsewhere > * {
    flex: 1 0 100%;
  }
  .half {
    display: flex;
    flex-basis: 8rem;
  }
  .half + .half {
    border-block-start: 0;
    border-inline-start: var(--_border-width) solid var(--_border);
  }
  /* Makes two lines of text no higher than one line next to an icon. */
  .half .choice {
    padding-block: 0.25rem;
    line-height: 1.25;
  }
  .others .monogram {
    overflow-wrap: normal;
    font-size: 0.75rem;
  }
  .half .chevron {
    display: none;
  }
  .codes {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.125rem 1rem;
  }
  .account {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
    font-size: 0.8667em;
  }

  .assurance {
    display: flex;
    gap: 0.625rem;
    color: var(--_text-muted);
    font-size: 0.8667em;
  }
  .assurance svg {
    color: var(--_success);
  }
  details {
    margin-block: -0.5rem;
  }
  summary {
    display: flex;
    align-items: center;
    gap: 0.375rem;
    min-block-size: 2.75rem;
    color: var(--_text-muted);
    font-size: 0.8667em;
    cursor: pointer;
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary svg {
    transition: rotate var(--_transition);
  }
  details[open] summary svg {
    rotate: 90deg;
  }
  @container (max-width: 22rem) {
    .card {
      min-block-size: calc(var(--_min-height) + 5rem);
    }
    .half .wallet-icon {
      display: none;
    }
    .header .badge {
      flex-shrink: 1;
      white-space: normal;
      text-align: center;
    }
  }
  /* Each placeholder is at the position of its content on the first screen. */
  .skeleton.line {
    inline-size: 4rem;
    block-size: 1rem;
    margin-block: 0.2rem;
  }
  .skeleton.amount-line {
    inline-size: 55%;
    block-size: 2.375rem;
    margin-block: 0.25rem;
  }
  .skeleton.choices {
    flex: 1;
    border-color: #0000;
    background: repeating-linear-gradient(var(--_surface-raised) 0 3.25rem, #0000 0 3.75rem);
  }
`
