import { css } from 'lit'

/** Styles the delivery log and a delivery's screen. */
export const deliveryStyles = css`
  .filter {
    inline-size: min(16rem, 100%);
  }
  .records > li + li {
    border-block-start: var(--_border-width) solid var(--_border);
  }
  a.delivery {
    position: relative;
    gap: 0.25rem;
    padding-inline-end: 3rem;
    color: inherit;
    text-decoration: none;
  }
  a.delivery:hover {
    background: var(--_surface-raised);
  }
  .records > li:first-child > a.delivery {
    border-start-start-radius: var(--_radius);
    border-start-end-radius: var(--_radius);
  }
  .records > li:last-child > a.delivery {
    border-end-start-radius: var(--_radius);
    border-end-end-radius: var(--_radius);
  }
  a.delivery:focus-visible {
    outline-offset: -2px;
  }
  a.delivery .title {
    font-size: 0.9333em;
  }
  a.delivery .chevron {
    position: absolute;
    inset-inline-end: 1.25rem;
    inset-block-start: calc(50% - 0.5em);
    color: var(--_text-muted);
  }
  .attempts {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .attempts > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
    padding-block: 0.875rem;
  }
  .attempts > li + li {
    border-block-start: var(--_border-width) solid var(--_border);
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1.5rem;
  }
`
