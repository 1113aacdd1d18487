import { css } from 'lit'

/** Styles the recipients of an approval's payouts. */
export const approvalStyles = css`
  .payees {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.25rem;
  }
  .payees li {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.75rem;
    min-inline-size: 0;
  }
  .payees strong,
  .recipients strong,
  .terms strong {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .terms > div {
    padding-block: 0.5rem;
  }
  .terms dd {
    overflow-wrap: anywhere;
  }
  .recipients {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    max-block-size: 16rem;
    overflow: auto;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
  }
  .recipients li {
    display: grid;
    gap: 0.125rem;
    padding: 0.625rem 0.75rem;
    min-inline-size: 0;
  }
  .recipients li + li {
    border-block-start: var(--_border-width) solid var(--_border);
  }
  .recipients:focus-visible {
    outline-offset: -2px;
  }
  .limit-form {
    max-inline-size: 26rem;
  }
`
