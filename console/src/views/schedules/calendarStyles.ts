import { css } from 'lit'

/** Styles a month as a table, with amounts in the cells on wide screens, and dots on narrow ones. */
export const calendarStyles = css`
  .calendar {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
    container-type: inline-size;
  }
  .calendar-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1rem;
  }
  .calendar-head h2 {
    flex: 1 1 auto;
  }
  .turn {
    display: flex;
    align-items: center;
    gap: 0.25rem;
  }
  .calendar-head .icon-button {
    margin: 0;
  }
  .month {
    min-inline-size: 9.5rem;
    text-align: center;
    font-weight: 600;
  }
  table {
    inline-size: 100%;
    table-layout: fixed;
    border-collapse: separate;
    border-spacing: 0.125rem;
  }
  th {
    padding-block: 0.25rem;
    color: var(--_text-muted);
    font-size: 0.8rem;
    font-weight: 550;
    text-align: center;
  }
  td {
    padding: 0;
    block-size: 4.5rem;
    vertical-align: top;
  }
  .day {
    position: relative;
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 0.125rem;
    inline-size: 100%;
    block-size: 100%;
    min-block-size: 4.5rem;
    padding: 0.375rem 0.5rem;
    overflow: hidden;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
    background: none;
    color: var(--_text-muted);
    font-size: 0.8667em;
    text-align: start;
  }
  .day:hover {
    background: var(--_surface-raised);
  }
  .day:focus-visible {
    outline-offset: -2px;
  }
  .day.has-due {
    background: var(--_primary-surface);
    color: var(--_text);
  }
  .day.is-paid {
    background: var(--_success-surface);
  }
  [aria-selected='true'] > .day {
    border-color: var(--_primary);
    box-shadow: inset 0 0 0 1px var(--_primary);
  }
  .day[aria-current] .date {
    padding: 0 0.4375rem;
    margin-inline-start: -0.25rem;
    border-radius: 999px;
    background: var(--_primary);
    color: var(--_on-primary);
    font-weight: 650;
  }
  .dot {
    display: none;
    inline-size: 0.4375rem;
    block-size: 0.4375rem;
    border-radius: 50%;
    background: var(--_primary);
  }
  .is-paid .dot {
    background: var(--_success);
  }
  .day.is-paused {
    background: var(--_danger-surface);
  }
  .is-paused .dot {
    background: var(--_danger);
  }
  .sum {
    display: flex;
    flex-wrap: wrap;
    column-gap: 0.25rem;
    max-inline-size: 100%;
    overflow-wrap: anywhere;
    font-weight: 600;
    line-height: 1.25;
    font-variant-numeric: tabular-nums;
  }
  .unit {
    color: var(--_text-muted);
    font-weight: 500;
  }
  .selected {
    display: grid;
    gap: 0.375rem;
    padding: 0.75rem;
    border-radius: var(--_radius-button);
    background: var(--_surface-raised);
  }
  .due {
    display: grid;
    gap: 0.375rem;
  }
  .due li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.75rem;
    min-block-size: 1.75rem;
  }
  .selected .badge.plain {
    background: var(--_surface);
  }
  @container (max-width: 38rem) {
    .turn {
      flex-basis: 100%;
      justify-content: space-between;
    }
    td {
      block-size: 2.75rem;
    }
    .day {
      align-items: center;
      min-block-size: 2.75rem;
      padding: 0.25rem 0;
    }
    .day[aria-current] .date {
      margin: 0;
    }
    .sum {
      display: none;
    }
    .dot {
      display: block;
    }
  }
`
