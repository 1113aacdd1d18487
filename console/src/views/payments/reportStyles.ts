import { css } from 'lit'

/** Hides the report on screens, and prints it alone, dark on white in every theme. */
export const reportStyles = css`
  .report {
    display: none;
  }
  @media print {
    :host {
      color-scheme: light;
    }
    .page.screen-only {
      display: none;
    }
    .report {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 1.25rem;
      color: #000;
      font-size: 10pt;
    }
    .report header {
      display: flex;
      align-items: baseline;
      justify-content: space-between;
      gap: 2rem;
    }
    .report-title {
      font-size: 20pt;
      font-weight: 650;
    }
    .report-merchant {
      min-inline-size: 0;
      overflow-wrap: anywhere;
      font-weight: 600;
    }
    .report h2 {
      margin-block-end: 0.25rem;
      color: #000;
      font-size: 12pt;
      break-after: avoid;
    }
    .report dl {
      display: grid;
      grid-template-columns: repeat(4, auto);
      gap: 1rem;
      justify-content: space-between;
    }
    .report dt,
    .report-note,
    .report .hint {
      color: #555;
      font-size: 8.5pt;
    }
    .report dd {
      margin: 0;
    }
    .report table {
      inline-size: 100%;
      border-collapse: collapse;
    }
    .report th,
    .report td {
      padding: 0.25rem 0.5rem;
      border-block-end: 1px solid #ccc;
      text-align: start;
      vertical-align: baseline;
      font-weight: 400;
    }
    .report thead th {
      color: #555;
      font-size: 8.5pt;
    }
    .report tbody th {
      color: #000;
      font-size: inherit;
    }
    .report tbody tr,
    .report tbody tr:hover {
      background: none;
    }
    .report .part {
      padding-inline-start: 1.5rem;
    }
    .report .number {
      text-align: end;
      font-variant-numeric: tabular-nums;
    }
    .report tr {
      break-inside: avoid;
    }
  }
`
