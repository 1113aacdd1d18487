import { css } from 'lit'

/** The styles of the element's box, type, links and buttons. */
export const base = css`
  :host {
    display: block;
    box-sizing: border-box;
    inline-size: 100%;
    max-inline-size: var(--_max-width);
    min-block-size: var(--_min-height);
    container-type: inline-size;
    color-scheme: light dark;
  }
  :host([mode='modal']) {
    display: contents;
  }
  :host([mode='button']) {
    display: inline-block;
    inline-size: auto;
    min-block-size: 0;
    container-type: normal;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  :host([hidden]) {
    display: none;
  }
  /* In server-rendered markup, the page's own link is visible until the script has run, and stays without a script. */
  :host(:defined) slot:not([name], .fallback) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h2,
  h3,
  p,
  ol,
  ul,
  dl,
  dd,
  pre {
    margin: 0;
    padding: 0;
  }
  ol,
  ul {
    list-style: none;
  }
  h2 {
    font-size: 1.0625em;
    font-weight: 600;
    line-height: 1.35;
    text-wrap: balance;
    outline: none;
  }
  p {
    text-wrap: pretty;
  }
  /* A name in the opposite writing direction is aligned like all other names. */
  bdi {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  img,
  svg {
    display: block;
  }
  svg.icon {
    inline-size: var(--_icon-size);
    block-size: var(--_icon-size);
    flex: none;
  }
  svg.small {
    inline-size: 1em;
    block-size: 1em;
  }
  .base[dir='rtl'] svg.directional {
    transform: scaleX(-1);
  }
  a,
  .link {
    color: var(--_link);
    text-underline-offset: 0.2em;
  }
  a:hover {
    text-decoration-thickness: 2px;
  }
  :focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  /* No type style of the page is inherited: the page may set wide letter spacing, a small line height or transparent text. */
  .base {
    all: initial;
    display: block;
    position: relative;
    color-scheme: inherit;
    color: var(--_text);
    font: var(--_font-size) / var(--_line-height) var(--_font);
    -webkit-font-smoothing: antialiased;
    overflow-wrap: anywhere;
    /* The page's language is inherited: it selects the variants of Chinese characters and the line breaks. */
    word-break: auto-phrase;
    -webkit-locale: inherit;
  }
  .base:lang(ko) {
    word-break: keep-all;
  }
  .muted {
    color: var(--_text-muted);
  }
  .small {
    font-size: 0.8667em;
    font-weight: 400;
  }
  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    inset-inline-start: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  button,
  .button {
    font: inherit;
    color: inherit;
    cursor: pointer;
  }
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.5rem;
    inline-size: 100%;
    min-block-size: var(--_control-height);
    padding: 0.5rem 1rem;
    border: var(--_border-width) solid var(--_border);
    border-radius: var(--_radius-button);
    background: none;
    color: var(--_text);
    font-weight: 550;
    text-wrap: balance;
    text-align: center;
    text-decoration: none;
    transition: background-color var(--_transition);
  }
  .button:active:not([disabled]) {
    scale: 0.985;
  }
  .button:hover {
    background: var(--_surface-raised);
  }
  .button.primary {
    border-color: #0000;
    background: var(--_primary);
    color: var(--_on-primary);
    font-weight: 600;
    box-shadow: 0 2px 6px -1px #0003;
  }
  .button.primary:hover {
    background: color-mix(in oklab, var(--_primary) 90%, light-dark(#fff, #000));
  }
  .button[disabled],
  .button[disabled]:hover {
    background: var(--_surface-raised);
    border-color: var(--_border);
    color: var(--_text-muted);
    box-shadow: none;
    cursor: not-allowed;
  }
  .link {
    display: inline-flex;
    align-items: center;
    gap: 0.25rem;
    min-block-size: 24px;
    text-decoration: underline;
  }
  .icon-button {
    display: inline-grid;
    place-items: center;
    flex: none;
    inline-size: 44px;
    block-size: 44px;
    margin: -0.6875rem;
    border-radius: var(--_radius-button);
    color: var(--_text-muted);
  }
  .link,
  .icon-button {
    padding: 0;
    border: 0;
    background: none;
  }
  .icon-button:hover {
    color: var(--_text);
  }
  .actions {
    display: grid;
    /* A long amount in a button wraps instead of widening it. */
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
  }

  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      /* With any duration above zero, a change of inherited colours would advance by one nesting level per frame. */
      transition: none !important;
    }
  }
  @media (prefers-contrast: more) {
    :host {
      --_text-muted: var(--_text);
      --_border: var(--_control-border);
      --_rule: var(--_control-border);
      --_line: transparent;
    }
  }
  @media (forced-colors: active) {
    .button.primary:not([disabled]) {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
      box-shadow: none;
    }
    /* An image keeps its own background on any background of the page. */
    svg.icon {
      color: inherit !important;
    }
  }
`
