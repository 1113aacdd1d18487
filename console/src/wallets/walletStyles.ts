import { css } from 'lit'

/** Styles the list of wallets and the message to sign. */
export const walletStyles = css`
  .wallets {
    display: grid;
    gap: 0.5rem;
  }
  .wallet {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    inline-size: 100%;
    min-block-size: 3.5rem;
    padding: 0.625rem 0.75rem;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
    background: var(--_surface);
    text-align: start;
    font-weight: 550;
    transition:
      background-color var(--_transition),
      border-color var(--_transition);
  }
  .wallet:hover {
    border-color: var(--_control-border);
    background: var(--_surface-raised);
  }
  .wallet > span:nth-child(2) {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .wallet .chevron {
    color: var(--_text-muted);
  }
  .wallet-icon {
    flex: none;
    inline-size: 2rem;
    block-size: 2rem;
    border-radius: 0.5rem;
  }
  .monogram {
    display: grid;
    place-items: center;
    background: var(--_primary-surface);
    color: var(--_primary);
    font-size: 0.875rem;
    font-weight: 650;
  }
  .message {
    padding: 0.75rem;
    overflow-x: auto;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
    background: var(--_surface-raised);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    line-height: 1.55;
  }
  .waiting {
    display: flex;
    align-items: flex-start;
    gap: 0.75rem;
  }
  .waiting .spinner {
    margin-block-start: 0.125rem;
  }
  h3 {
    outline: none;
  }
`
