import { css } from 'lit'

/** Hides the invoice on screens, and prints it alone, dark on white in every theme. */
export const invoiceStyles = css`
  .invoice {
    display: none;
  }
  @media print {
    :host {
      color-scheme: light;
    }
    .screen-only {
      display: none;
    }
    .invoice {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 1.5rem;
      color: #000;
      font-size: 11pt;
    }
    .invoice header {
      display: flex;
      align-items: baseline;
      justify-content: space-between;
      gap: 2rem;
    }
    .invoice .code {
      border: 0;
    }
    .invoice-title {
      font-size: 22pt;
      font-weight: 650;
    }
    .invoice dl {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
      gap: 1rem;
    }
    .invoice dt {
      color: #555;
      font-size: 9pt;
    }
    .invoice dd {
      margin: 0;
      overflow-wrap: anywhere;
    }
    .invoice-for {
      font-weight: 600;
    }
    .invoice-url {
      overflow-wrap: anywhere;
      font-family: var(--_font-mono);
      font-size: 9pt;
    }
    .invoice .order-table {
      overflow: visible;
    }
    .invoice .extra {
      display: table-cell;
    }
    .invoice tr,
    .invoice footer {
      break-inside: avoid;
    }
    .invoice footer {
      display: grid;
      grid-template-columns: 9rem minmax(0, 1fr);
      gap: 1.5rem;
      align-items: center;
      padding-block-start: 1rem;
      border-block-start: 1px solid #ccc;
    }
    .invoice footer div:last-child {
      display: grid;
      gap: 0.5rem;
    }
  }
`
