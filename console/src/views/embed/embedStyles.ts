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
  /* Radio buttons that look like the tabs of other screens. */
  .kinds {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    margin: 0;
    padding: 0;
    border: 0;
    border-block-end: var(--_border-width) solid var(--_border);
  }
  .kinds label {
    position: relative;
    display: flex;
    align-items: center;
    min-block-size: 2.5rem;
    margin-block-end: calc(-1 * var(--_border-width));
    padding: 0.25rem 0.75rem;
    border-block-end: 2px solid transparent;
    color: var(--_text-muted);
    font-weight: 550;
    cursor: pointer;
  }
  .kinds label:hover {
    color: var(--_text);
  }
  .kinds label:has(:checked) {
    border-block-end-color: var(--_primary);
    color: var(--_primary);
  }
  .kinds label:has(:focus-visible) {
    outline: 2px solid var(--_primary);
    outline-offset: -2px;
  }
  .kinds input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
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
