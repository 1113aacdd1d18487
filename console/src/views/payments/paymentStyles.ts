import { css } from 'lit'
import { finderStyles } from '../../styles/finderStyles.ts'
import { tableStyles } from '../../styles/tableStyles.ts'

/** Styles the payment list, its search and its filters, and a payment's history. */
export const paymentStyles = [
  finderStyles,
  css`
    .empty h2 {
      overflow-wrap: anywhere;
    }
    .sum {
      margin-inline-start: 0.75rem;
    }
    td.amount strong {
      font-weight: 600;
    }
    td.amount.long,
    td.for {
      overflow-wrap: anywhere;
    }
    td.for {
      min-inline-size: 9rem;
    }
    td.payer,
    td.worth,
    td.time,
    td .hash {
      white-space: nowrap;
    }
    td.payer code,
    td.network code {
      font-size: 0.8667em;
    }
    .told {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      flex-basis: 100%;
      gap: 0.125rem;
      min-inline-size: 0;
    }
    .told .row {
      margin-block-start: 0.375rem;
      gap: 0.75rem;
    }
    .timeline .badge {
      margin-inline-start: 0.25rem;
    }
  `,
  // Last, so that its card layout overrides the column layout above.
  tableStyles,
]
