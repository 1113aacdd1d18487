import { flowIcons, icons as shared } from '@secure-payment/widget/design'
import { svg } from 'lit'

/** The element's icons and those that only the console has, drawn the same way: 24 by 24, a round stroke. */
export const icons = {
  ...shared,
  ...flowIcons,
  start: svg`<path d="M4.5 12.5 12 5l7.5 7.5"/><path d="M6.5 11v7.5a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V11"/><path d="m9.75 14.75 1.75 1.75 3-3.25"/>`,
  receive: svg`<path d="M12 4v10m0 0 4-4m-4 4-4-4"/><path d="M4.5 14.5v3A2.5 2.5 0 0 0 7 20h10a2.5 2.5 0 0 0 2.5-2.5v-3"/>`,
  globe: svg`<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c2.4 2.4 3.5 5.3 3.5 8.5s-1.1 6.1-3.5 8.5c-2.4-2.4-3.5-5.3-3.5-8.5S9.6 5.9 12 3.5Z"/>`,
  key: svg`<circle cx="8" cy="14.5" r="4"/><path d="m11 11.5 7.5-7.5M15.5 7l2.5 2.5M13 9.5l1.5 1.5"/>`,
  webhook: svg`<path d="M9.5 11.5 7 15.8a3.2 3.2 0 1 1-2.2-4.6"/><path d="M8.6 7.7a3.4 3.4 0 1 1 6.4-.3l2.3 4"/><path d="M12 6.8 9.5 11.5M17 12.2a3.3 3.3 0 1 1-2.6 5.8M9.8 16.2h6.7"/>`,
  code: svg`<path d="m8.5 8-4.5 4 4.5 4M15.5 8l4.5 4-4.5 4M13.5 5.5l-3 13"/>`,
  palette: svg`<path d="M12 3.75a8.25 8.25 0 1 0 0 16.5c1.3 0 1.9-.8 1.9-1.7 0-1.2-.9-1.5-.9-2.5 0-.8.7-1.4 1.6-1.4h1.9a3.75 3.75 0 0 0 3.75-3.75C20.25 6.9 16.6 3.75 12 3.75Z"/><path d="M8 11.5h.01M10.5 7.9h.01M14.6 8.2h.01"/>`,
  person: svg`<circle cx="12" cy="8.5" r="3.75"/><path d="M4.75 19.5c1.2-3.2 4-4.75 7.25-4.75s6.05 1.55 7.25 4.75"/>`,
  book: svg`<path d="M5 5.5A1.5 1.5 0 0 1 6.5 4H19v13H6.5A1.5 1.5 0 0 0 5 18.5m0-13v13A1.5 1.5 0 0 0 6.5 20H19v-3"/>`,
  menu: svg`<path d="M4.5 7h15M4.5 12h15M4.5 17h15"/>`,
  leave: svg`<path d="M14 8V6.5A2.5 2.5 0 0 0 11.5 4h-4A2.5 2.5 0 0 0 5 6.5v11A2.5 2.5 0 0 0 7.5 20h4a2.5 2.5 0 0 0 2.5-2.5V16M10 12h10m0 0-3-3m3 3-3 3"/>`,
  plus: svg`<path d="M12 5.5v13M5.5 12h13"/>`,
  back: svg`<path d="m14.5 6-6 6 6 6"/>`,
  mail: svg`<rect x="4" y="6" width="16" height="12.5" rx="2.5"/><path d="m4.75 8 7.25 5.5L19.25 8"/>`,
  refresh: svg`<path d="M19 12a7 7 0 1 1-2.1-5M19 4.5V8h-3.5"/>`,
  payout: svg`<path d="M12 14V4m0 0 4 4m-4-4L8 8"/><path d="M4.5 14.5v3A2.5 2.5 0 0 0 7 20h10a2.5 2.5 0 0 0 2.5-2.5v-3"/>`,
  bank: svg`<path d="M4 9.5 12 4.5l8 5z"/><path d="M6 9.5v7.5M10 9.5v7.5M14 9.5v7.5M18 9.5v7.5M4 19.5h16"/>`,
  file: svg`<path d="M13.5 3.5H7A2.5 2.5 0 0 0 4.5 6v12A2.5 2.5 0 0 0 7 20.5h10a2.5 2.5 0 0 0 2.5-2.5V9.5z"/><path d="M13.5 3.5v6h6M8.5 13.5h7M8.5 16.75h4.5"/>`,
  unmatched: svg`<circle cx="12" cy="12" r="8.5"/><path d="M9.5 9.6a2.5 2.5 0 1 1 3.6 2.25c-.7.35-1.1.9-1.1 1.65v.25M12 16.5h.01"/>`,
  calendar: svg`<rect x="4" y="5.5" width="16" height="14.5" rx="2.5"/><path d="M4 10h16M8 3.5v4M16 3.5v4"/>`,
}
