import { css } from 'lit'

/** Styles the payouts' forms, tables and file field. */
export const payoutStyles = css`
  .payout {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
    padding-block-start: 1.125rem;
    border-block-start: var(--_border-width) solid var(--_border);
  }
  .payout:first-of-type {
    padding-block-start: 0;
    border-block-start: 0;
  }
  .payout-head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-block-size: 2.25rem;
  }
  .payer {
    flex-wrap: wrap;
  }
  .payer > .stack {
    flex: 1 1 14rem;
    min-inline-size: 0;
  }
  .narrow {
    max-inline-size: 26rem;
  }
  .drop {
    position: relative;
    display: grid;
    justify-items: center;
    gap: 0.625rem;
    padding: clamp(1.5rem, 5vw, 2.75rem) 1rem;
    border: 2px dashed var(--_control-border);
    border-radius: var(--_radius);
    text-align: center;
  }
  .drop.over {
    border-color: var(--_primary);
    background: var(--_primary-surface);
  }
  .drop p {
    max-inline-size: 52ch;
  }
  .drop input {
    position: absolute;
    inline-size: 1px;
    min-block-size: 0;
    block-size: 1px;
    padding: 0;
    opacity: 0;
    pointer-events: none;
  }
  .drop input:focus-visible + .button {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  .verdict:empty {
    display: none;
  }
  .sheet {
    max-block-size: 26rem;
    overflow: auto;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
    /* A shadow at the lower edge shows that more rows follow; the last row covers it. */
    background:
      linear-gradient(transparent, var(--_surface) 60%) center bottom / 100% 2.5rem no-repeat local,
      linear-gradient(transparent, light-dark(#10182838, #000000b0)) center bottom / 100% 0.75rem
        no-repeat scroll;
  }
  .sheet:focus-visible {
    outline-offset: -2px;
  }
  .sheet table {
    inline-size: 100%;
    border-collapse: collapse;
    font-size: 0.8667em;
  }
  .sheet th,
  .sheet td {
    padding: 0.5rem 0.75rem;
    border-block-end: var(--_border-width) solid var(--_border);
    text-align: start;
    vertical-align: baseline;
  }
  .sheet code,
  .sheet .number {
    white-space: nowrap;
  }
  .sheet thead th {
    position: sticky;
    inset-block-start: 0;
    background: var(--_surface-raised);
    font-weight: 600;
  }
  .sheet tr:last-child > * {
    border-block-end: 0;
  }
  .sheet .number {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .sheet td.wrong {
    background: var(--_danger-surface);
    color: var(--_danger);
    font-weight: 600;
  }
  .sheet td {
    overflow-wrap: anywhere;
  }
  @media (max-width: 60rem) {
    .sheet thead {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .sheet table,
    .sheet tbody,
    .sheet tr,
    .sheet td,
    .sheet tbody th {
      display: block;
      border: 0;
    }
    .sheet tr {
      padding: 0.625rem 0.75rem;
    }
    .sheet tr + tr {
      border-block-start: var(--_border-width) solid var(--_border);
    }
    .sheet td,
    .sheet tbody th {
      display: grid;
      grid-template-columns: minmax(4.75rem, 2fr) minmax(0, 5fr);
      gap: 0 0.75rem;
      padding: 0.125rem 0.25rem;
    }
    .sheet td::before,
    .sheet tbody th::before {
      content: attr(data-title);
      color: var(--_text-muted);
      font-weight: 400;
      text-align: start;
      overflow-wrap: break-word;
    }
    .sheet td.wrong::before {
      color: inherit;
    }
    .sheet td.none {
      display: none;
    }
    .sheet td.number,
    .sheet tbody th.number {
      text-align: start;
    }
    .sheet code {
      white-space: normal;
    }
  }
  .problems {
    display: grid;
    gap: 0.375rem;
    max-block-size: 16rem;
    margin-block-start: 0.5rem;
    overflow: auto;
  }
  .totals {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 2rem;
  }
  .totals li {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .totals strong {
    font-size: 1.125rem;
    font-variant-numeric: tabular-nums;
  }
  .dates {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
    gap: 0.375rem 1rem;
    font-variant-numeric: tabular-nums;
  }
  .dates li {
    display: grid;
  }
  .button.flush,
  .flush > .button {
    margin-inline: -0.625rem;
  }
  .names {
    display: flex;
    flex-wrap: wrap;
    gap: 0.125rem 1.5rem;
  }
  .names > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.5rem;
    min-inline-size: 0;
  }
  .names dt {
    color: var(--_text-muted);
  }
  .names dd {
    min-inline-size: 0;
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  .hosted {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`
