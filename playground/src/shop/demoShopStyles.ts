import { css } from 'lit'

/** The shop's styles: the colours of paper and ink, and one green. */
export const demoShopStyles = css`
  * { box-sizing: border-box; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
  header { display: flex; justify-content: space-between; align-items: center; gap: 16px; flex-wrap: wrap; max-width: 1120px; margin: 0 auto; padding: 20px 24px; }
  .brand { display: inline-flex; align-items: center; gap: 10px; font-weight: 650; font-size: 1.1rem; color: inherit; text-decoration: none; }
  .brand span { display: inline-flex; }
  nav { display: flex; gap: 20px; flex-wrap: wrap; }
  nav a, .hint a, .link { color: var(--accent); }
  .banner { margin: 0; padding: 10px 24px; text-align: center; background: var(--warm); font-size: 0.92rem; }
  main { max-width: 1120px; margin: 0 auto; padding: 32px 24px 64px; display: grid; grid-template-columns: minmax(0, 1fr) 320px; gap: 32px; align-items: start; }
  main > .checkout { grid-column: 1 / -1; }
  .heading { display: flex; justify-content: space-between; align-items: end; gap: 24px; flex-wrap: wrap; margin-bottom: 24px; }
  h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.015em; margin: 0; max-width: 22ch; font-weight: 650; text-wrap: balance; }
  h2 { font-size: 1rem; margin: 0; font-weight: 620; }
  p { margin: 0; }
  ul { list-style: none; margin: 0; padding: 0; }
  .picker { display: inline-flex; align-items: center; gap: 10px; color: var(--ink-soft); }
  select { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 10px; min-height: 44px; padding: 0 12px; }
  .shelf { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 20px; }
  .shelf li { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; display: flex; flex-direction: column; }
  .shelf svg { display: block; width: 100%; height: 150px; padding: 20px; background: var(--warm); fill: none; stroke: var(--ink); stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
  .text { padding: 16px 16px 0; flex: 1; }
  .text p { color: var(--ink-soft); font-size: 0.92rem; margin-top: 4px; }
  .text .maker { font-size: 0.86rem; }
  .buy { display: flex; justify-content: space-between; align-items: center; gap: 12px; padding: 16px; }
  button { font: inherit; cursor: pointer; border-radius: 10px; min-height: 44px; padding: 0 16px; border: 1px solid var(--line); background: var(--card); color: var(--ink); }
  button:hover { border-color: var(--ink-soft); }
  button:disabled { opacity: 0.6; cursor: default; }
  .primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 620; width: 100%; }
  .secondary { width: 100%; margin-top: 10px; }
  .link { background: none; border: 0; padding: 0; min-height: 44px; }
  .cart { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 20px; position: sticky; top: 20px; }
  .cart li { display: grid; grid-template-columns: 1fr auto; gap: 4px 12px; padding: 14px 0; border-bottom: 1px solid var(--line); align-items: center; }
  .cart li > span:first-child { grid-column: 1 / -1; }
  .quantity { display: inline-flex; align-items: center; gap: 8px; }
  .quantity button { min-width: 44px; padding: 0; }
  .price { text-align: right; font-variant-numeric: tabular-nums; }
  .empty { color: var(--ink-soft); margin-top: 8px; }
  .total { display: flex; justify-content: space-between; padding: 16px 0; font-size: 1.05rem; font-variant-numeric: tabular-nums; }
  .hint { color: var(--ink-soft); font-size: 0.9rem; margin-bottom: 12px; }
  .checkout { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 480px); gap: 40px; align-items: start; }
  .summary ul li { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
  .summary h1 { margin: 8px 0 20px; }
  .status { padding: 14px 16px; border-radius: 10px; background: var(--warm); margin-bottom: 12px; }
  .status[data-paid='true'] { color: var(--good); font-weight: 600; }
  secure-payment { --sp-color-primary: var(--accent); --sp-color-on-primary: var(--on-accent); }
  secure-payment:not(:defined) { display: block; min-height: 38rem; }
  .message { max-width: 1120px; margin: 0 auto; padding: 0 24px; color: var(--bad); }
  .loading { color: var(--ink-soft); }
  @media (max-width: 860px) {
    main, .checkout { grid-template-columns: minmax(0, 1fr); }
    .cart { position: static; }
    secure-payment { order: -1; }
  }
  @media (max-width: 480px) {
    header, main { padding-inline: 16px; }
    .shelf { grid-template-columns: minmax(0, 1fr); }
    .shelf svg { height: 120px; }
  }
`
