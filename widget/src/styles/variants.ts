import { css } from 'lit'

/** The variants of shared components that only later screens show. */
export const variants = css`
  h3 {
    font-size: 1em;
    font-weight: 600;
  }
  code,
  pre,
  .mono {
    font-family: var(--_font-mono);
    font-size: 0.8667em;
  }
  .button.quiet {
    min-block-size: 44px;
    margin-block-end: -0.625rem;
    border-color: transparent;
    color: var(--_text-muted);
  }
  .button.quiet:hover {
    color: var(--_text);
  }
  /* Next to each other if both labels fit on one line each. */
  .actions.pair {
    display: flex;
    flex-wrap: wrap;
  }
  .actions.pair > .button {
    flex: 1 0 auto;
    inline-size: auto;
    max-inline-size: 100%;
    padding-inline: 0.75rem;
  }
  .lead-icon.danger {
    background: var(--_danger-surface);
    color: var(--_danger);
  }
  .note.error {
    background: var(--_danger-surface);
  }
  .note.error svg {
    color: var(--_danger);
  }
  .note.success {
    background: var(--_success-surface);
  }
  .note.success svg {
    color: var(--_success);
  }
  .choice[disabled] {
    color: var(--_text-muted);
    cursor: not-allowed;
  }
  /* The amounts form one column, with or without a chevron after them. */
  .choice[disabled]:not(.compact) > .grow:last-child {
    margin-inline-end: calc(0.75rem + var(--_icon-size));
  }
  .choice .end {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .problem {
    color: var(--_danger);
  }
  .mark {
    position: relative;
    display: grid;
    flex: none;
    inline-size: 2rem;
    block-size: 2rem;
  }
  .mark .network {
    position: absolute;
    inset-block-end: -0.125rem;
    inset-inline-end: -0.25rem;
    inline-size: 1rem;
    block-size: 1rem;
    box-sizing: border-box;
    border: 1.5px solid var(--_surface);
    border-radius: 50%;
  }
  .compact .line {
    column-gap: 0.5rem;
  }
  .compact .end {
    margin-inline-start: auto;
  }
  .coin {
    border-radius: 50%;
    border-color: var(--_rule);
    font-size: 1.125rem;
  }
  .account .wallet-icon {
    inline-size: 1.25rem;
    block-size: 1.25rem;
    border-radius: 0.3rem;
    line-height: 1;
  }
  .assurance strong {
    color: var(--_success);
    font-weight: 600;
  }
  .spinner {
    flex: none;
    inline-size: var(--_icon-size);
    block-size: var(--_icon-size);
    border: 2px solid var(--_border);
    border-block-start-color: var(--_primary);
    border-radius: 50%;
    animation: spin 0.8s linear infinite;
  }
  @keyframes spin {
    to {
      transform: rotate(1turn);
    }
  }
  @media (forced-colors: active) {
    .spinner {
      border-color: Highlight GrayText GrayText;
    }
    .button.quiet {
      margin: 0;
    }
  }
`
