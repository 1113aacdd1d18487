import { css } from 'lit'

/** Links to one subject's screens, below its heading. */
export const tabStyles = css`
  .tabs ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    border-block-end: var(--_border-width) solid var(--_border);
  }
  .tabs a {
    display: flex;
    align-items: center;
    min-block-size: 2.5rem;
    margin-block-end: calc(-1 * var(--_border-width));
    padding: 0.25rem 0.75rem;
    border-block-end: 2px solid transparent;
    color: var(--_text-muted);
    font-weight: 550;
    text-decoration: none;
  }
  .tabs a:hover {
    color: var(--_text);
  }
  .tabs a[aria-current] {
    border-block-end-color: var(--_primary);
    color: var(--_primary);
  }
  @media (max-width: 24rem) {
    .tabs ul {
      gap: 0;
    }
    .tabs a {
      padding-inline: 0.375rem;
      font-size: 0.9333em;
      white-space: nowrap;
    }
  }
`
