import { css } from 'lit'

/** Places the snippets next to the element, or one above the other on narrow screens. */
export const embedStyles = css`
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 26rem);
    gap: 1.5rem;
    align-items: start;
  }
  .preview {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
    position: sticky;
    inset-block-start: 1.5rem;
  }
  secure-payment:not(:defined) {
    display: block;
    min-block-size: 38rem;
  }
  /* Wraps lines, so that no code is hidden to the right. Copied code contains no added breaks. */
  .code pre {
    max-block-size: none;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .hosted {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  @media (max-width: 76rem) {
    .columns {
      grid-template-columns: minmax(0, 1fr);
    }
    .preview {
      position: static;
      max-inline-size: 26rem;
    }
  }
`
