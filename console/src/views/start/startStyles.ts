import { css } from 'lit'

/** The checklist. */
export const startStyles = css`
  .progress {
    display: flex;
    align-items: center;
    gap: 0.875rem;
  }
  progress {
    flex: 0 1 16rem;
    block-size: 0.5rem;
    min-inline-size: 0;
    appearance: none;
    border: 0;
    border-radius: 999px;
    background: var(--_border);
    overflow: hidden;
  }
  progress::-webkit-progress-bar {
    background: var(--_border);
  }
  progress::-webkit-progress-value {
    border-radius: 999px;
    background: var(--_success);
  }
  progress::-moz-progress-bar {
    border-radius: 999px;
    background: var(--_success);
  }
  .steps {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: 0 1px 2px light-dark(#1018280a, #00000040);
  }
  .step {
    display: grid;
    grid-template-columns: 2rem minmax(0, 1fr) auto;
    gap: 0.5rem 1rem;
    align-items: start;
    padding: 1.25rem clamp(1rem, 3vw, 1.5rem);
  }
  .step + .step {
    border-block-start: var(--_border-width) solid var(--_border);
  }
  .step h2 {
    font-size: 1rem;
  }
  .step p {
    overflow-wrap: anywhere;
  }
  .step > .button {
    align-self: center;
  }
  .marker {
    display: grid;
    place-items: center;
    inline-size: 2rem;
    block-size: 2rem;
    border: var(--_border-width) solid var(--_control-border);
    border-radius: 50%;
    color: var(--_text-muted);
    font-size: 0.8667em;
    font-weight: 600;
  }
  .done .marker {
    border-color: transparent;
    background: var(--_success-surface);
    color: var(--_success);
  }
  .next .marker {
    border-color: transparent;
    background: var(--_primary);
    color: var(--_on-primary);
  }
  console-merchant-name {
    margin-block-start: 0.75rem;
  }
  @media (max-width: 40rem) {
    .step {
      grid-template-columns: 2rem minmax(0, 1fr);
    }
    .step > .button {
      grid-column: 2;
      justify-self: start;
      margin-block-start: 0.5rem;
    }
  }
`
