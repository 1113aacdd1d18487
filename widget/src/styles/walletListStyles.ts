import { css } from 'lit'

/** The links to wallets to get. */
export const walletListStyles = css`
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
