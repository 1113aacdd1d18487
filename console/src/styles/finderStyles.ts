import { css } from 'lit'

/** A search field with its button, and the active filters as chips. */
export const finderStyles = css`

  .finder {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
  }
  .search-line {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0.5rem;
    align-items: start;
  }
  .search-line .button {
    margin-block-start: 1.5625rem;
  }
  .chips ul {
    display: contents;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    min-inline-size: 0;
  }
  .filter-chip {
    display: inline-flex;
    align-items: center;
    max-inline-size: 100%;
    min-block-size: 2.25rem;
    padding-inline-start: 0.75rem;
    border-radius: 999px;
    background: var(--_primary-surface);
    color: var(--_primary);
    font-size: 0.8667em;
    font-weight: 550;
  }
  .filter-chip span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .filter-chip button {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 2.25rem;
    block-size: 2.25rem;
    padding: 0;
    border: 0;
    border-radius: 999px;
    background: none;
    color: inherit;
  }
  .filter-chip button:hover {
    background: color-mix(in oklab, currentColor 12%, transparent);
  }
  @media (max-width: 30rem) {
    .search-line {
      grid-template-columns: minmax(0, 1fr);
    }
    .search-line .button {
      margin-block-start: 0;
    }
  }
`
