import { css } from 'lit'

/** Places the sign-in in one narrow, centred column. */
export const signInStyles = css`
  :host {
    display: grid;
    justify-items: center;
    min-block-size: 100dvh;
    padding: clamp(1.5rem, 7vh, 5rem) 1rem 3rem;
    background: var(--_page);
  }
  main {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 1.25rem;
    inline-size: min(26rem, 100%);
  }
  .brand {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.625rem;
    font-weight: 620;
  }
  .brand .language {
    flex: none;
    margin-inline-start: auto;
  }
  .brand-mark {
    inline-size: 2rem;
    block-size: 2rem;
  }
  .intro {
    display: grid;
    gap: 0.25rem;
    margin-block-start: 0.75rem;
  }
  h1 {
    font-size: 1.875rem;
  }
  .way {
    display: flex;
    gap: 0.75rem;
  }
  .way svg {
    margin-block-start: 0.125rem;
    color: var(--_text-muted);
  }
  .way > div {
    display: grid;
    gap: 0.125rem;
  }
`
