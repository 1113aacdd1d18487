import { css } from 'lit'

/** Styles for the page around the steps, the steps' cards, and the feed next to them. */
export const fiatDemoStyles = css`
  header { display: flex; justify-content: space-between; align-items: center; gap: 16px; flex-wrap: wrap; max-width: 1120px; margin: 0 auto; padding: 20px 24px; }
  header > a { font-weight: 650; font-size: 1.1rem; color: inherit; text-decoration: none; }
  nav { display: flex; gap: 20px; flex-wrap: wrap; }
  .banner { padding: 10px 24px; text-align: center; background: var(--warm); font-size: 0.92rem; }
  main { max-width: 1120px; margin: 0 auto; padding: 32px 24px 64px; display: grid; grid-template-columns: minmax(0, 1fr) 320px; gap: 32px; align-items: start; }
  .intro { grid-column: 1 / -1; max-width: 62ch; }
  .intro p { color: var(--ink-soft); }
  .steps { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
  .step { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 20px; display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
  .step[data-state='locked'] { background: none; }
  .step-head { display: flex; align-items: center; gap: 12px; }
  .number { flex: none; display: grid; place-items: center; inline-size: 2rem; block-size: 2rem; border-radius: 50%; background: var(--warm); font-weight: 620; font-size: 0.94rem; }
  .step[data-state='done'] .number { background: var(--accent); color: var(--on-accent); }
  .step[data-state='locked'] h2 { color: var(--ink-soft); }
  .feed { position: sticky; top: 20px; display: grid; gap: 12px; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 20px; }
  .feed ol { display: grid; }
  .feed li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 12px; padding: 10px 0; border-block-start: 1px solid var(--line); font-size: 0.9rem; }
  .feed code { font-weight: 650; }
  .feed time { margin-inline-start: auto; }
  .feed .facts, .feed .verdict { inline-size: 100%; }
  .feed li > span, .feed time { color: var(--ink-soft); }
  .feed .verdict.good { color: var(--good); }
  .feed .verdict.bad { color: var(--bad); }
  .empty { color: var(--ink-soft); font-size: 0.92rem; }
  .progress { display: grid; gap: 4px; }
  .progress li { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 12px; padding: 8px 12px; border-inline-start: 3px solid var(--good); }
  .progress li.warn { border-color: var(--caution); }
  .progress li.bad { border-color: var(--bad); color: var(--bad); }
  .progress li.good { font-weight: 620; color: var(--good); }
  .progress li.waiting { flex-wrap: nowrap; border-color: var(--line); color: var(--ink-soft); }
  .progress time { margin-inline-start: auto; color: var(--ink-soft); font-size: 0.86rem; font-weight: 400; }
  .progress small { inline-size: 100%; }
  @media (max-width: 860px) {
    main { grid-template-columns: minmax(0, 1fr); }
    .feed { position: static; }
  }
  @media (max-width: 480px) {
    header, main { padding-inline: 16px; }
    .step, .feed { padding: 16px; }
  }
`
