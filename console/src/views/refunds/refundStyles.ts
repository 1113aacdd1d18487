import { css } from 'lit'

/** Styles records with a checkbox, and places the element next to the refunds that it pays. */
export const refundStyles = css`
  .choosable {
    display: flex;
    gap: 0.75rem;
    align-items: start;
  }
  .choosable > input {
    flex: none;
    inline-size: 1.125rem;
    block-size: 1.125rem;
    margin-block: 0.1875rem;
  }
  .choosable > .stack {
    flex: 1;
    min-inline-size: 0;
  }
  .choosable .record-actions {
    margin-block-start: 0.375rem;
  }
  .filter {
    max-inline-size: 16rem;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 26rem) minmax(0, 1fr);
    gap: 1.5rem;
    align-items: start;
  }
  secure-payment:not(:defined) {
    display: block;
    min-block-size: 30rem;
  }
  .hosted {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  @media (max-width: 60rem) {
    .columns {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`
