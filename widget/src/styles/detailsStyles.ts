import { css } from 'lit'

/** The transactions in full: each call in a box, its data in a box that scrolls. */
export const detailsStyles = css`
  .call {
    display: grid;
    gap: 0.25rem;
    padding: 0.75rem;
    border-radius: var(--_radius-button);
    background: var(--_surface-raised);
    font-size: 0.8667em;
  }
  .call + .call {
    margin-block-start: 0.5rem;
  }
  .call dl {
    display: grid;
    gap: 0.375rem;
  }
  .call dt {
    color: var(--_text-muted);
  }
  .call pre {
    max-block-size: 9rem;
    overflow: auto;
    white-space: pre-wrap;
  }
  @media (forced-colors: active) {
    .call {
      border: 1px solid CanvasText;
    }
  }
`
