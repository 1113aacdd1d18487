import { css } from 'lit'
import { finderStyles } from '../../styles/finderStyles.ts'

/** Styles the search above unmatched payments. */
export const unmatchedStyles = [
  finderStyles,
  css`
    .search {
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(10rem, 14rem);
      gap: 1rem;
      align-items: start;
    }
    .search > .hint {
      grid-column: 1 / -1;
    }
    @media (max-width: 40rem) {
      .search {
        grid-template-columns: minmax(0, 1fr);
      }
    }
  `,
]
