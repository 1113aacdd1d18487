import { css } from 'lit'
import { finderStyles } from '../../styles/finderStyles.ts'
import { tableStyles } from '../../styles/tableStyles.ts'

/** The list of payments below its search and filters, and the history of one. */
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
  // This sheet's cards have priority over the columns.
  tableStyles,
]
