import { css } from 'lit'

/** Dialogs: a sheet at the bottom of a phone, a card in the middle elsewhere. */
export const dialogStyles = css`
  dialog {
    inline-size: min(34rem, calc(100vw - 2rem));
    max-inline-size: none;
    max-block-size: min(46rem, calc(100dvh - 2rem));
    margin: auto;
    padding: 0;
    overflow: hidden auto;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: 0 24px 64px -16px #00000066;
    overscroll-behavior: contain;
  }
  dialog::backdrop {
    background: #0a0c1099;
  }
  dialog[open] {
    animation: rise var(--_transition) ease-out;
  }
  @keyframes rise {
    from {
      transform: translateY(0.5rem);
      opacity: 0;
    }
  }
  .dialog-card {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1.125rem;
    padding: clamp(1rem, 4vw, 1.5rem);
  }
  .dialog-head {
    display: flex;
    align-items: flex-start;
    justify-content: space-between;
    gap: 1rem;
  }
  .dialog-head h2 {
    font-size: 1.1875rem;
    min-inline-size: 0;
  }
  .dialog-card p {
    color: var(--_text-muted);
  }
  .dialog-card .field-error {
    color: var(--_danger);
  }
  .dialog-card .note p {
    color: var(--_text);
  }
  @media (max-width: 30rem) {
    dialog {
      inline-size: 100vw;
      max-block-size: calc(100dvh - 2rem);
      margin-block-end: 0;
      border-radius: var(--_radius) var(--_radius) 0 0;
      border-inline: 0;
      border-block-end: 0;
    }
    .form-actions.end > .button {
      flex: 1 1 auto;
    }
  }
`
