import { css } from 'lit'

/** The search of a long list of wallets, and the links to wallets to get. */
export const walletListStyles = css`
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
  .links {
    display: grid;
    gap: 0.5rem;
    text-align: start;
  }
  .links > h3 {
    font-size: 1em;
    font-weight: 600;
  }
  .links .scroll {
    max-block-size: 17rem;
    overflow-y: auto;
    overscroll-behavior: contain;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
    background: none;
  }
  .links .choices {
    border: 0;
  }
  .elsewhere > li:not(.half),
  .links {
    animation: arrive 200ms ease-out;
  }
  @keyframes arrive {
    from {
      opacity: 0;
      translate: 0 -0.25rem;
    }
  }
  a.choice {
    color: inherit;
    text-decoration: none;
  }
`
