import { css } from 'lit'

/** The demo's styles, in the shop's colours. */
export const fiatStyles = css`
  * { box-sizing: border-box; }
  :host { display: block; }
  :host([hidden]) { display: none; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
  h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.015em; margin: 0 0 8px; font-weight: 650; text-wrap: balance; }
  h2 { font-size: 1.1rem; margin: 0; font-weight: 620; outline: none; }
  h3 { font-size: 1rem; margin: 0; font-weight: 620; }
  p { margin: 0; }
  ul, ol { list-style: none; margin: 0; padding: 0; }
  a { color: var(--accent); }
  code { font: 0.86rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
  small, .hint { color: var(--ink-soft); font-size: 0.88rem; }
  .problem { color: var(--bad); font-size: 0.92rem; }
  button { font: inherit; cursor: pointer; border-radius: 10px; min-height: 44px; padding: 6px 16px; border: 1px solid var(--line); background: var(--card); color: var(--ink); }
  button:hover { border-color: var(--ink-soft); }
  button[aria-disabled='true'] { opacity: 0.7; cursor: progress; }
  .primary { display: inline-flex; align-items: center; gap: 10px; background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 620; }
  .link { background: none; border: 0; padding: 0; color: var(--accent); text-decoration: underline; }
  .spinner { flex: none; inline-size: 1em; block-size: 1em; border: 2px solid currentColor; border-block-start-color: transparent; border-radius: 50%; animation: turn 0.8s linear infinite; }
  @keyframes turn { to { transform: rotate(1turn); } }
  @media (prefers-reduced-motion: reduce) { .spinner { animation-duration: 3s; } }
  .stack { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
  .row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; }
  .note { padding: 12px 14px; border-radius: 10px; background: var(--warm); overflow-wrap: anywhere; }
  .note.good { color: var(--good); font-weight: 600; }
  .note.bad { color: var(--bad); }
  .badge { font-size: 0.84rem; padding: 2px 10px; border-radius: 99px; background: var(--warm); }
  .badge.good { color: var(--good); }
  .badge.bad { color: var(--bad); }
  .examples { display: grid; gap: 8px; margin-block-end: 20px; }
  .examples ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: 8px; }
  .example { display: grid; gap: 2px; inline-size: 100%; block-size: 100%; align-content: start; text-align: start; padding: 10px 14px; }
  .example span { font-weight: 600; }
  form { display: grid; gap: 16px; justify-items: start; }
  .fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: 14px 16px; inline-size: 100%; }
  .field { display: grid; gap: 4px; align-content: start; min-inline-size: 0; }
  .field.wide { grid-column: 1 / -1; }
  label { font-weight: 560; font-size: 0.94rem; }
  input, select { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--control); border-radius: 10px; min-height: 44px; padding: 0 12px; inline-size: 100%; min-inline-size: 0; }
  [aria-invalid] { border-color: var(--bad); }
  iframe { inline-size: 100%; block-size: 34rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); }
  @media (max-width: 480px) { iframe { block-size: 44rem; } }
`
