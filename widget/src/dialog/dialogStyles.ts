import { css } from 'lit'

/**
 * The dialog fills the window, so that its backdrop can be a part; the sheet inside it holds the card. On a phone it slides in from
 * below.
 */
export const dialogStyles = css`
  dialog {
    position: fixed;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    max-inline-size: none;
    max-block-size: none;
    margin: 0;
    padding: 1rem;
    border: 0;
    background: none;
    color: inherit;
    overflow: auto;
    overscroll-behavior: contain;
  }
  dialog[open] {
    display: grid;
    align-items: safe center;
    justify-items: center;
  }
  dialog::backdrop {
    background: none;
  }
  .backdrop {
    position: fixed;
    inset: 0;
    background: var(--sp-backdrop, light-dark(#0c1220a6, #000000b3));
  }
  .sheet {
    position: relative;
    inline-size: 100%;
    max-inline-size: var(--_max-width);
    container-type: inline-size;
  }
  dialog[open] > * {
    transition:
      opacity var(--_transition),
      translate var(--_transition);
  }
  @starting-style {
    dialog[open] > * {
      opacity: 0;
    }
    dialog[open] > .sheet {
      translate: 0 0.75rem;
    }
  }
  .sheet .close {
    position: absolute;
    inset-block-start: 1rem;
    inset-inline-end: 0.75rem;
    z-index: 1;
    margin: 0;
  }
  .sheet .header {
    padding-inline-end: 2.75rem;
  }
  .closing {
    display: grid;
    gap: 0.75rem;
    margin-block-end: 0.75rem;
    padding: 1rem;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  @media (max-width: 30rem) {
    dialog {
      padding: 1.5rem 0 0;
    }
    dialog[open] {
      align-items: safe end;
    }
    .sheet {
      max-inline-size: none;
    }
    .sheet .card {
      border-end-start-radius: 0;
      border-end-end-radius: 0;
      padding-block-end: max(1.5rem, env(safe-area-inset-bottom));
    }
  }
`
