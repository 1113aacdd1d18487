import { css } from 'lit'

/** Choices, the account, disclosures and placeholders: what the first screens add. */
export const firstScreens = css`
  .choices {
    display: grid;
    gap: 0.5rem;
  }
  .choice {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    inline-size: 100%;
    min-block-size: max(3.5rem, var(--_control-height));
    padding: 0.625rem 0.75rem;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
    background: var(--_surface);
    text-align: start;
    transition:
      background-color var(--_transition),
      border-color var(--_transition);
  }
  .choice:hover:not([disabled]) {
    border-color: var(--_control-border);
    background: var(--_surface-raised);
  }
  .choice > .grow {
    flex: 1;
    min-inline-size: 0;
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

  .account {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
    font-size: 0.8667em;
  }
  .account > span {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    min-inline-size: 0;
    color: var(--_text-muted);
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
  details > summary {
    display: flex;
    align-items: center;
    gap: 0.375rem;
    min-block-size: 2.75rem;
    color: var(--_text-muted);
    font-size: 0.8667em;
    cursor: pointer;
    list-style: none;
  }
  details > summary::-webkit-details-marker {
    display: none;
  }
  details > summary svg {
    transition: rotate var(--_transition);
  }
  details[open] > summary svg {
    rotate: 90deg;
  }
  .instruction {
    display: flex;
    align-items: flex-start;
    gap: 0.75rem;
  }
  .instruction .spinner {
    margin-block-start: 0.125rem;
  }
  .skeletons {
    display: grid;
    gap: 0.5rem;
  }
  .skeleton.line {
    inline-size: 4rem;
    block-size: 0.875rem;
  }
  .skeleton.amount-line {
    inline-size: 55%;
    block-size: 2.25rem;
    margin-block-end: 2.5rem;
  }
  .skeleton.choice-line {
    block-size: 3.5rem;
    border-radius: var(--_radius-button);
  }
`
