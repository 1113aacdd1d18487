import { css } from 'lit'
import { finderStyles } from '../../styles/finderStyles.ts'
import { tableStyles } from '../../styles/tableStyles.ts'
import { tabStyles } from '../../styles/tabStyles.ts'

/** Styles the link list, the form for a new link, and a link's page. */
export const linkStyles = [
  finderStyles,
  tableStyles,
  tabStyles,
  css`
    /* On wide screens, the visible navigation has the same link. */
    @media (min-width: 60.01rem) {
      .in-menu {
        display: none;
      }
    }
    .narrow {
      max-inline-size: 18rem;
    }
    /* Fits a date with its time and zone. */
    .medium {
      max-inline-size: 28rem;
    }
    .inset {
      padding-block-start: 0.5rem;
    }
    .line-add {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0.5rem 0.75rem;
    }
    .lines {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 1rem;
    }
    .line {
      gap: 0.75rem;
      padding-block-end: 1rem;
      border-block-end: var(--_border-width) solid var(--_border);
    }
    .line-head {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 0 0.75rem;
    }
    .line-head .label {
      flex: 1;
      white-space: nowrap;
    }
    .line-sum {
      font-variant-numeric: tabular-nums;
      overflow-wrap: anywhere;
    }
    .numbers {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(8rem, 100%), 1fr));
      gap: 1rem;
      align-items: start;
    }
    .total-line {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      justify-content: space-between;
      gap: 0.25rem 1rem;
      font-weight: 550;
    }
    .total-line strong {
      font-size: 1.1875rem;
      font-weight: 650;
      font-variant-numeric: tabular-nums;
      overflow-wrap: anywhere;
    }
    td.amount strong {
      font-weight: 600;
    }
    td.amount,
    td.time {
      white-space: nowrap;
    }
    td.amount.long {
      white-space: normal;
      overflow-wrap: anywhere;
    }
    td.for {
      min-inline-size: 11rem;
      overflow-wrap: anywhere;
    }
    @container (min-width: 52.01rem) {
      .cancel span {
        display: none;
      }
      .cancel {
        inline-size: 2.25rem;
        padding-inline: 0;
      }
      td.actions {
        min-inline-size: 4rem;
      }
    }
    .share {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 1rem 1.5rem;
      align-items: start;
    }
    .share .code {
      inline-size: 10.5rem;
      overflow: hidden;
      background: #fff;
      forced-color-adjust: none;
    }
    .share .code svg,
    .invoice .code svg {
      display: block;
      inline-size: 100%;
      block-size: auto;
    }
    a.hosted {
      min-inline-size: 0;
      overflow-wrap: anywhere;
    }
    .order-table {
      overflow-x: auto;
    }
    .order-table th,
    .order-table td {
      padding-inline: 0.5rem;
    }
    .order-table th:first-child,
    .order-table td:first-child {
      padding-inline-start: 0;
      overflow-wrap: anywhere;
    }
    .order-table th:last-child,
    .order-table td:last-child {
      padding-inline-end: 0;
    }
    .order-table .compact {
      display: none;
      color: var(--_text-muted);
      font-size: 0.8667em;
    }
    .order-table .number {
      text-align: end;
      white-space: nowrap;
    }
    .order-table tfoot th,
    .order-table tfoot td {
      border-block-start: var(--_border-width) solid var(--_border);
      color: var(--_text);
      font-size: inherit;
      font-weight: 650;
    }
    .order-table tbody tr:hover {
      background: none;
    }
    .prose {
      white-space: pre-line;
      overflow-wrap: anywhere;
    }
    @media (max-width: 24rem) {
      .tabs a {
        padding-inline: 0.25rem;
      }
    }
    @media (max-width: 40rem) {
      .share {
        grid-template-columns: minmax(0, 1fr);
      }
      .order-table .extra {
        display: none;
      }
      .order-table .compact {
        display: block;
      }
    }
  `,
]
