import { css } from 'lit'

/** Styles the checklist, the totals with their chart, and the records that need attention. */
export const startStyles = css`
  .progress {
    display: flex;
    align-items: center;
    gap: 0.875rem;
  }
  .progress span {
    white-space: nowrap;
  }
  progress {
    flex: 0 1 16rem;
    block-size: 0.5rem;
    min-inline-size: 0;
    appearance: none;
    border: 0;
    border-radius: 999px;
    background: var(--_border);
    overflow: hidden;
  }
  progress::-webkit-progress-bar {
    background: var(--_border);
  }
  progress::-webkit-progress-value {
    border-radius: 999px;
    background: var(--_success);
  }
  progress::-moz-progress-bar {
    border-radius: 999px;
    background: var(--_success);
  }
  .steps {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: 0 1px 2px light-dark(#1018280a, #00000040);
  }
  .step {
    display: grid;
    grid-template-columns: 2rem minmax(0, 1fr) auto;
    gap: 0.5rem 1rem;
    align-items: start;
    padding: 1.25rem clamp(1rem, 3vw, 1.5rem);
  }
  .step + .step {
    border-block-start: var(--_border-width) solid var(--_border);
  }
  .step h3 {
    font-size: 1rem;
  }
  .step p {
    overflow-wrap: anywhere;
  }
  .step > .button {
    align-self: center;
  }
  .marker {
    display: grid;
    place-items: center;
    inline-size: 2rem;
    block-size: 2rem;
    border: var(--_border-width) solid var(--_control-border);
    border-radius: 50%;
    color: var(--_text-muted);
    font-size: 0.8667em;
    font-weight: 600;
  }
  .done .marker {
    border-color: transparent;
    background: var(--_success-surface);
    color: var(--_success);
  }
  .next .marker {
    border-color: transparent;
    background: var(--_primary);
    color: var(--_on-primary);
  }
  console-merchant-name {
    margin-block-start: 0.75rem;
  }
  .totals {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr));
    gap: 1rem;
  }
  .total {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.125rem;
    block-size: 100%;
    align-content: start;
    padding: 1rem clamp(1rem, 3vw, 1.25rem);
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: 0 1px 2px light-dark(#1018280a, #00000040);
    color: inherit;
    text-decoration: none;
  }
  .total:hover,
  a.attention:hover {
    background: var(--_surface-raised);
  }
  .total strong {
    font-size: 1.5rem;
    font-weight: 650;
    line-height: 1.25;
    letter-spacing: -0.018em;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .chart {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
    margin: 0;
    padding: 1rem clamp(1rem, 3vw, 1.25rem);
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: 0 1px 2px light-dark(#1018280a, #00000040);
  }
  .chart figcaption {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 1rem;
    color: var(--_text-muted);
  }
  .bars {
    display: flex;
    align-items: stretch;
    gap: clamp(1px, 0.4vw, 4px);
    block-size: 8rem;
    border-block-end: var(--_border-width) solid var(--_border);
  }
  .bar {
    display: grid;
    flex: 1;
    align-items: end;
    border-radius: 3px 3px 0 0;
  }
  .bar:hover {
    background: var(--_surface-raised);
  }
  .bar > span {
    border-radius: 3px 3px 0 0;
    background: var(--_primary);
  }
  .days {
    display: flex;
    justify-content: space-between;
  }
  .chart table {
    inline-size: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  .chart :is(th, td) {
    padding: 0.375rem 0;
    border-block-end: var(--_border-width) solid var(--_border);
    font-weight: 400;
    text-align: start;
  }
  .chart .number {
    text-align: end;
  }
  .chart thead th {
    color: var(--_text-muted);
    font-size: 0.8667em;
    font-weight: 550;
  }
  @media (forced-colors: active) {
    .bar > span {
      background: CanvasText;
    }
  }
  .records > li + li {
    border-block-start: var(--_border-width) solid var(--_border);
  }
  a.attention {
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 0.875rem;
    border-radius: var(--_radius);
    color: inherit;
    text-decoration: none;
  }
  a.attention > svg:first-child {
    color: var(--_warning);
  }
  a.attention > svg:last-child {
    color: var(--_text-muted);
  }
  a.attention > span {
    display: grid;
    overflow-wrap: anywhere;
  }
  a.attention strong {
    font-weight: 600;
  }
  @media (max-width: 40rem) {
    .step {
      grid-template-columns: 2rem minmax(0, 1fr);
    }
    .step > .button {
      grid-column: 2;
      justify-self: start;
      margin-block-start: 0.5rem;
    }
  }
`
