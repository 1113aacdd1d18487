import { css } from 'lit'

/** A table of records whose first cell opens the record; cards if the table does not fit. */
export const tableStyles = css`
  .table {
    container-type: inline-size;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: 0 1px 2px light-dark(#1018280a, #00000040);
  }
  table {
    inline-size: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 0.75rem 0.5rem;
    text-align: start;
    vertical-align: top;
    overflow-wrap: break-word;
  }
  th:first-child,
  td:first-child {
    padding-inline-start: clamp(1rem, 3vw, 1.25rem);
  }
  th:last-child,
  td:last-child {
    padding-inline-end: clamp(1rem, 3vw, 1.25rem);
  }
  th {
    color: var(--_text-muted);
    font-size: 0.8667em;
    font-weight: 550;
  }
  tbody tr {
    border-block-start: var(--_border-width) solid var(--_border);
  }
  tbody tr {
    position: relative;
  }
  a.open {
    color: inherit;
    text-decoration: none;
  }
  /* The link covers its row; the row's other links and buttons lie above it. */
  a.open::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  a.open:focus-visible {
    outline: none;
  }
  a.open:focus-visible::after {
    outline: 2px solid var(--_focus);
    outline-offset: -2px;
  }
  td a:not(.open),
  td button {
    position: relative;
    z-index: 1;
  }
  tbody tr:hover {
    background: var(--_surface-raised);
  }
  td .sub {
    display: block;
    color: var(--_text-muted);
    font-size: 0.8667em;
  }
  td.actions {
    text-align: end;
    white-space: nowrap;
  }
  td .badges {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 0.25rem;
  }
  @container (max-width: 52rem) {
    table,
    tbody {
      display: block;
    }
    thead {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 0.375rem;
      padding: 1rem clamp(1rem, 3vw, 1.25rem);
    }
    tbody tr:first-child {
      border-block-start: 0;
    }
    td,
    td:first-child,
    td:last-child {
      padding: 0;
      min-inline-size: 0;
      overflow-wrap: anywhere;
      white-space: normal;
    }
    td.amount strong {
      font-size: 1.0625rem;
    }
    td.status {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0.125rem 0.5rem;
    }
    td.actions {
      order: 2;
      text-align: start;
    }
    td.actions:not(:has(button)) {
      display: none;
    }
    td[data-name] {
      order: 1;
      display: grid;
      grid-template-columns: var(--_label-size, 4.75rem) minmax(0, 1fr);
      column-gap: 0.5rem;
      font-size: 0.8667em;
    }
    td[data-name] > * {
      grid-column: 2;
      justify-self: start;
    }
    td[data-name] .sub,
    td[data-name] code {
      font-size: 1em;
    }
    td[data-name]::before {
      content: attr(data-name);
      color: var(--_text-muted);
    }
  }
`
