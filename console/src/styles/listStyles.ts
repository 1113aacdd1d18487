import { css } from 'lit'

/** Lists of records, facts about a record, code and secrets. */
export const listStyles = css`
  .records {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: 0 1px 2px light-dark(#1018280a, #00000040);
  }
  .record {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.625rem;
    padding: 1rem clamp(1rem, 3vw, 1.25rem);
  }
  .record + .record {
    border-block-start: var(--_border-width) solid var(--_border);
  }
  .record-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.375rem 0.625rem;
    min-inline-size: 0;
  }
  .record-head h3,
  .record-head .title {
    font-size: 1rem;
    font-weight: 600;
    overflow-wrap: anywhere;
    min-inline-size: 0;
  }
  .record-actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.375rem;
  }
  .facts-line {
    display: flex;
    flex-wrap: wrap;
    gap: 0.125rem 1rem;
    color: var(--_text-muted);
    font-size: 0.8667em;
  }
  .facts-line > * {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .value-line {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    min-inline-size: 0;
  }
  .value-line code {
    min-inline-size: 0;
  }
  .domains {
    display: flex;
    flex-wrap: wrap;
    gap: 0.375rem;
  }
  .chip {
    max-inline-size: 100%;
    padding: 0.125rem 0.5rem;
    border: var(--_border-width) solid var(--_border);
    border-radius: 0.5rem;
    background: var(--_surface-raised);
    font-size: 0.8667em;
    overflow-wrap: anywhere;
  }
  pre.chip {
    padding: 0.375rem 0.5rem;
    white-space: pre-wrap;
  }
  .ways {
    display: grid;
    gap: 0.375rem;
    padding-inline-start: 1.5rem;
    list-style: decimal;
  }
  .facts-list {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .facts-list > div {
    display: grid;
    grid-template-columns: minmax(7rem, 11rem) minmax(0, 1fr);
    gap: 0.125rem 1rem;
    padding-block: 0.625rem;
    align-items: baseline;
  }
  .facts-list > div + div {
    border-block-start: var(--_border-width) solid var(--_border);
  }
  .facts-list dt {
    color: var(--_text-muted);
  }
  .facts-list dd {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  @media (max-width: 34rem) {
    .facts-list > div {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  .address {
    display: inline-flex;
    flex-wrap: wrap;
    column-gap: 0.45em;
    direction: ltr;
    font-family: var(--_font-mono);
    font-size: 0.8667em;
  }
  .address .end-group {
    font-weight: 700;
  }

  .empty {
    display: grid;
    justify-items: center;
    gap: 0.5rem;
    padding: clamp(2rem, 6vw, 3.5rem) 1.25rem;
    border: var(--_border-width) dashed var(--_control-border);
    border-radius: var(--_radius);
    text-align: center;
  }
  .empty p {
    max-inline-size: 44ch;
    color: var(--_text-muted);
  }
  .empty .lead-icon {
    display: grid;
    place-items: center;
    inline-size: 2.75rem;
    block-size: 2.75rem;
    margin-block-end: 0.25rem;
    border-radius: 50%;
    background: var(--_primary-surface);
    color: var(--_primary);
  }
  .empty .button {
    margin-block-start: 0.5rem;
  }

  .code {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
    background: var(--_surface-raised);
  }
  .code-head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
    padding: 0.5rem 0.75rem;
    border-block-end: var(--_border-width) solid var(--_border);
    font-size: 0.8667em;
    font-weight: 550;
  }
  .code pre {
    max-block-size: 32rem;
    padding: 0.75rem;
    overflow: auto;
    line-height: 1.6;
    white-space: pre;
    tab-size: 2;
  }
  .code pre:focus-visible {
    outline-offset: -2px;
  }
  .secret {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
    padding: 0.75rem;
    border: var(--_border-width) solid var(--_control-border);
    border-radius: var(--_radius-button);
    background: var(--_surface-raised);
  }
  .secret code {
    min-inline-size: 0;
    overflow-wrap: anywhere;
    user-select: all;
  }
  details.fold > summary {
    min-block-size: 2.5rem;
    display: flex;
    align-items: center;
    gap: 0.375rem;
    color: var(--_text-muted);
    font-size: 0.9333em;
    cursor: pointer;
    list-style: none;
  }
  details.fold > summary::-webkit-details-marker {
    display: none;
  }
  details.fold > summary svg {
    inline-size: 1em;
    block-size: 1em;
    transition: rotate var(--_transition);
  }
  details.fold[open] > summary svg {
    rotate: 90deg;
  }
`
