import { css } from 'lit'

/** Styles payers with their accounts, and the steps of a transfer to a bank account. */
export const payerStyles = css`
  .checks {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.5rem;
  }
  .checks > div {
    display: flex;
    gap: 0.5rem;
  }
  .checks dt {
    color: var(--_text-muted);
  }
  .accounts {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
  }
  .account {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.25rem;
    padding: 0.625rem 0.75rem;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
  }
  .account .title {
    font-size: 0.9333em;
  }
`
