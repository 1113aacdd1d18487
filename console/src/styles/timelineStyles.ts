import { css } from 'lit'

/** Steps over time: a dot per step, connected by a line. */
export const timelineStyles = css`
  .timeline {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .timeline > li {
    position: relative;
    display: grid;
    grid-template-columns: 1.5rem minmax(0, 1fr);
    gap: 0 0.75rem;
    padding-block-end: 1.25rem;
  }
  .timeline > li:last-child {
    padding-block-end: 0;
  }
  .timeline > li:not(:last-child)::before {
    content: '';
    position: absolute;
    inset-block: 1.5rem 0;
    inset-inline-start: calc(0.75rem - 1px);
    inline-size: 2px;
    background: var(--_border);
  }
  .timeline .dot {
    display: grid;
    place-items: center;
    inline-size: 1.5rem;
    block-size: 1.5rem;
    border-radius: 50%;
    background: var(--_surface-raised);
    color: var(--_text-muted);
  }
  .timeline .dot svg {
    inline-size: 1rem;
    block-size: 1rem;
  }
  .timeline .dot.success {
    background: var(--_success-surface);
    color: var(--_success);
  }
  .timeline .dot.danger {
    background: var(--_danger-surface);
    color: var(--_danger);
  }
  .timeline .dot.warning {
    background: var(--_warning-surface);
    color: var(--_warning);
  }
  .timeline .dot .spinner {
    inline-size: 1rem;
    block-size: 1rem;
  }
  .timeline .step {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1rem;
    min-inline-size: 0;
  }
  .timeline .step > :first-child {
    font-weight: 550;
  }
  .timeline .step time {
    color: var(--_text-muted);
    font-size: 0.8667em;
  }
  .timeline .reason {
    flex-basis: 100%;
    overflow-wrap: anywhere;
  }
`
