import { css } from 'lit'

/** The frame: a 16 rem side column on screens from 60 rem, and a bar with a menu on narrower ones. */
export const shellStyles = css`
  :host {
    display: block;
    min-block-size: 100dvh;
    background: var(--_page);
  }
  .boot {
    display: grid;
    place-items: center;
    min-block-size: 100dvh;
    padding: 1rem;
  }
  .skip {
    position: absolute;
    inset-block-start: 0.5rem;
    inset-inline-start: 0.5rem;
    z-index: 3;
    padding: 0.5rem 0.875rem;
    border-radius: var(--_radius-button);
    background: var(--_primary);
    color: var(--_on-primary);
    clip-path: inset(50%);
  }
  .skip:focus {
    clip-path: none;
  }
  .shell {
    --_bar: 4.25rem;
    display: grid;
    grid-template-columns: 16rem minmax(0, 1fr);
    grid-template-rows: auto minmax(0, 1fr);
    grid-template-areas: 'bar main' 'side main';
    min-block-size: 100dvh;
  }
  .bar {
    grid-area: bar;
    position: sticky;
    inset-block-start: 0;
    box-sizing: border-box;
    block-size: var(--_bar);
    padding: 1.5rem 1.25rem 0.75rem;
    border-inline-end: var(--_border-width) solid var(--_border);
    background: var(--_surface);
  }
  .brand {
    display: inline-flex;
    align-items: center;
    gap: 0.625rem;
    color: var(--_text);
    font-weight: 620;
    text-decoration: none;
  }
  .brand-mark {
    inline-size: 1.75rem;
    block-size: 1.75rem;
  }
  .menu,
  .create-top {
    display: none;
  }
  .side {
    grid-area: side;
    border-inline-end: var(--_border-width) solid var(--_border);
    background: var(--_surface);
  }
  .side-content {
    position: sticky;
    inset-block-start: var(--_bar);
    display: flex;
    flex-direction: column;
    block-size: calc(100dvh - var(--_bar));
  }
  /* In a low window, only the links scroll: the account never covers them, and the most frequent action stays in place. */
  .side nav {
    flex: 1;
    display: flex;
    flex-direction: column;
    min-block-size: 0;
  }
  .side nav ul {
    flex: 1;
    align-content: start;
    padding: 0 0.75rem 0.75rem;
    overflow-y: auto;
    /* A shadow at an edge shows that more links follow; at the end of the links, a cover that scrolls with them hides the shadow. */
    background:
      linear-gradient(var(--_surface) 30%, transparent) top / 100% 2rem no-repeat local,
      linear-gradient(transparent, var(--_surface) 70%) bottom / 100% 2rem no-repeat local,
      radial-gradient(farthest-side at 50% 0, #00000033, transparent) top / 100% 0.625rem
        no-repeat scroll,
      radial-gradient(farthest-side at 50% 100%, #00000033, transparent) bottom / 100% 0.625rem
        no-repeat scroll;
  }
  .create-row {
    padding: 0.75rem;
  }
  .create {
    inline-size: 100%;
    justify-content: center;
    gap: 0.5rem;
    padding: 0.5rem;
    line-height: 1.2;
    text-align: center;
  }
  .identity {
    display: grid;
    gap: 0.25rem;
    padding: 0 0.75rem 0.75rem;
  }
  nav ul {
    display: grid;
    gap: 0.125rem;
  }
  nav li a,
  .docs {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 2.5rem;
    padding: 0.25rem 0.75rem;
    border-radius: var(--_radius-button);
    color: var(--_text-muted);
    font-weight: 500;
    text-decoration: none;
  }
  .identity .language {
    padding-inline: 0.75rem;
    color: var(--_text-muted);
  }
  nav li a:hover,
  .docs:hover {
    background: var(--_surface-raised);
    color: var(--_text);
  }
  nav li a[aria-current] {
    background: var(--_primary-surface);
    color: var(--_primary);
    font-weight: 600;
  }
  .who {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    padding: 0.75rem;
    margin-block-start: 0.5rem;
    border-block-start: var(--_border-width) solid var(--_border);
    min-inline-size: 0;
    font-size: 0.8667em;
  }
  .who svg {
    color: var(--_text-muted);
  }
  .who > span {
    display: grid;
    min-inline-size: 0;
  }
  .who strong,
  .who .muted {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: 600;
  }
  .who .muted {
    font-weight: 400;
  }
  .identity .button {
    justify-content: flex-start;
    gap: 0.75rem;
    min-block-size: 2.5rem;
    padding-inline: 0.75rem;
    font-weight: 500;
    font-size: 1em;
  }
  .identity .button svg {
    inline-size: var(--_icon-size);
    block-size: var(--_icon-size);
  }
  main {
    grid-area: main;
    min-inline-size: 0;
    outline: none;
  }
  .shell main {
    inline-size: min(100%, 68rem);
    margin-inline: auto;
    padding: clamp(1.25rem, 3.2vw, 2.75rem) clamp(1rem, 4vw, 3rem) 5rem;
  }
  /* The note is at the lower edge, so that nothing moves when it appears. */
  .live-state {
    position: sticky;
    inset-block-end: 1rem;
    margin-block-start: 1rem;
    pointer-events: none;
  }
  .live-state p {
    inline-size: fit-content;
    padding: 0.375rem 0.75rem;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
    background: var(--_surface-raised);
    color: var(--_text);
    font-size: 0.875rem;
  }
  /* The result of an action is above the head of the page, or over the bar on a phone, so that it covers no facts. */
  .announcement {
    position: fixed;
    inset-block-start: 0.375rem;
    inset-inline: 1rem;
    z-index: 4;
    display: grid;
    justify-items: center;
    pointer-events: none;
  }
  .announcement p {
    max-inline-size: 34rem;
    padding: 0.25rem 0.875rem;
    font-size: 0.9333em;
    border-radius: var(--_radius-button);
    background: light-dark(#14171f, #eef0f5);
    color: light-dark(#ffffff, #14171f);
    box-shadow: 0 12px 32px -8px #00000059;
    animation: appear var(--_transition) ease-out;
  }
  @keyframes appear {
    from {
      transform: translateY(-0.5rem);
      opacity: 0;
    }
  }

  @media (min-width: 60.01rem) {
    .announcement {
      inset-inline-start: 17rem;
    }
  }

  /* In a low window, the rows are lower, so that all links fit on a laptop. */
  @media (min-width: 60.01rem) and (max-height: 56rem) {
    nav ul,
    .identity {
      gap: 0;
    }
    nav li a,
    .docs,
    .identity .button {
      min-block-size: 2rem;
      padding-block: 0.125rem;
    }
    .who {
      padding-block: 0.375rem;
      margin-block-start: 0.25rem;
    }
  }

  @media (max-width: 60rem) {
    .shell {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: auto auto minmax(0, 1fr);
      grid-template-areas: 'bar' 'side' 'main';
    }
    .bar {
      z-index: 2;
      display: flex;
      align-items: center;
      justify-content: space-between;
      block-size: auto;
      padding: 0.75rem 1rem;
      border-inline-end: 0;
      border-block-end: var(--_border-width) solid var(--_border);
    }
    .menu,
    .create-top {
      display: inline-grid;
      place-items: center;
    }
    .create-top {
      margin-inline-start: auto;
      color: var(--_text);
    }
    .side {
      display: none;
      border-inline-end: 0;
      border-block-end: var(--_border-width) solid var(--_border);
    }
    .side.open {
      display: block;
    }
    .side-content {
      position: static;
      block-size: auto;
    }
    nav a,
    .docs,
    .identity .button {
      min-block-size: 44px;
    }
  }
  @media print {
    :host {
      color-scheme: light;
      background: #fff;
    }
    .shell {
      display: block;
    }
    .bar,
    .side,
    .live-state,
    .announcement {
      display: none;
    }
    .shell main {
      padding: 0;
    }
  }
`
