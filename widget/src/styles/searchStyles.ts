import { css } from 'lit'

/** The search field of a long list, of wallets or of accepted currencies, and the section of tokens that a payment does not accept. */
export const searchStyles = css`
  .search {
    inline-size: 100%;
    min-block-size: max(2.75rem, var(--_control-height));
    padding: 0.5rem 0.75rem;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
    background: var(--_surface);
    color: inherit;
    font: inherit;
  }
  .search::placeholder {
    color: var(--_text-muted);
    opacity: 1;
  }
  .routes {
    display: grid;
    gap: 0.5rem;
  }
`
