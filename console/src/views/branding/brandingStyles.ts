import { css } from 'lit'

/** Places the form next to the element, or one above the other on narrow screens. */
export const brandingStyles = css`
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 26rem);
    gap: 1.5rem;
    align-items: start;
  }
  fieldset {
    display: grid;
    gap: 1rem;
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0;
    margin-block-end: 0.25rem;
    font-weight: 600;
  }
  .colour {
    display: grid;
    grid-template-columns: 44px minmax(0, 9rem) minmax(0, 1fr);
    gap: 0.25rem 0.75rem;
    align-items: center;
  }
  .colour label,
  .colour .field-error {
    grid-column: 1 / -1;
    margin: 0;
  }
  .colour input[type='color'] {
    inline-size: 44px;
    block-size: 44px;
    padding: 0.25rem;
    cursor: pointer;
  }
  .ratio {
    color: var(--_text-muted);
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
  .ratio.low {
    color: var(--_danger);
  }
  .logo-line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.75rem;
  }
  .logo-line img {
    inline-size: 44px;
    block-size: 44px;
    border-radius: 0.5rem;
    object-fit: cover;
  }
  .preview {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
    position: sticky;
    inset-block-start: 1.5rem;
  }
  .stage {
    padding: clamp(0.5rem, 3vw, 1.5rem);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  .stage.light {
    color-scheme: light;
    background: #f4f5f7;
  }
  .stage.dark {
    color-scheme: dark;
    background: #101216;
  }
  secure-payment:not(:defined) {
    display: block;
    min-block-size: 38rem;
  }
  @media (max-width: 76rem) {
    .columns {
      grid-template-columns: minmax(0, 1fr);
    }
    .preview {
      position: static;
      max-inline-size: 29rem;
    }
  }
  @media (max-width: 24rem) {
    .colour {
      grid-template-columns: 44px minmax(0, 1fr);
    }
    .ratio {
      grid-column: 1 / -1;
    }
  }
`
