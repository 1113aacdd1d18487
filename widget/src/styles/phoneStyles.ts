import { css } from 'lit'

/** The phone's code, the tabs above it, and the content that replaces the code. */
export const phoneStyles = css`
  /* Repeats rules of variants.ts, which loads only with the later screens. */
  h3 {
    font-size: 1em;
    font-weight: 600;
  }
  .spinner {
    flex: none;
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
  .button.quiet {
    min-block-size: 44px;
    margin-block-end: -0.625rem;
    border-color: #0000;
    color: var(--_text-muted);
  }
  .tabs {
    display: flex;
    gap: 0.25rem;
    padding: 0.25rem;
    border-radius: var(--_radius-button);
    background: var(--_surface-raised);
  }
  .tab {
    flex: auto;
    min-block-size: 2.75rem;
    padding: 0.25rem 0.5rem;
    border: var(--_border-width) solid transparent;
    border-radius: calc(var(--_radius-button) - 0.1875rem);
    background: none;
    color: var(--_text-muted);
    font-weight: 550;
    transition: background-color var(--_transition);
  }
  .tab:hover {
    color: var(--_text);
  }
  .tab[aria-selected='true'] {
    border-color: var(--_border);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: 0 1px 2px #0000001f;
  }
  .phone {
    display: grid;
    gap: var(--_space);
    justify-items: center;
    text-align: center;
  }
  .phone > * {
    max-inline-size: 100%;
  }
  .code {
    display: grid;
    place-items: center;
    inline-size: min(16rem, 100%);
    aspect-ratio: 1;
    overflow: hidden;
    border: var(--_border-width) solid var(--_border);
    border-radius: calc(var(--_radius-button) * 1.25);
    background: var(--_surface-raised);
  }
  .code:has(.qr) {
    background: #fff;
    forced-color-adjust: none;
  }
  .qr {
    inline-size: 100%;
  }
  .failure {
    display: grid;
    gap: 0.25rem;
    justify-items: center;
    padding: 1rem;
  }
  .failure .lead-icon {
    margin-block-end: 0.5rem;
  }
  .failure p {
    color: var(--_text-muted);
  }
  .phone .waiting {
    display: inline-flex;
    align-items: center;
    gap: 0.625rem;
    color: var(--_text-muted);
    font-size: 0.8667em;
  }
  .waiting .spinner {
    inline-size: 1rem;
    block-size: 1rem;
  }
  .phone .actions {
    inline-size: 100%;
  }
  a.choice {
    color: inherit;
    text-decoration: none;
  }
  @media (forced-colors: active) {
    .tab[aria-selected='true'] {
      forced-color-adjust: none;
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
    }
    .spinner {
      border-color: Highlight GrayText GrayText;
    }
    .button.quiet {
      margin: 0;
    }
  }
`
