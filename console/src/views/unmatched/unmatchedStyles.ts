import { css } from 'lit'

/** The search above unmatched payments. */
export const unmatchedStyles = css`
  .search {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(10rem, 14rem);
    gap: 1rem;
    align-items: start;
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
  .search > .hint {
    grid-column: 1 / -1;
  }
  @media (max-width: 40rem) {
    .search {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`
