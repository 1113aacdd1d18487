import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit'

/** The icons of the first screens, drawn on a 24 by 24 grid with a round 1.75 stroke in the current colour. */
export const icons = {
  check: svg`<path d="m5 12.5 4.5 4.5L19 7.5"/>`,
  chevron: svg`<path d="m9.5 6 6 6-6 6"/>`,
  copy: svg`<rect x="9" y="9" width="11" height="11" rx="2.5"/><path d="M15 9V6.5A2.5 2.5 0 0 0 12.5 4h-6A2.5 2.5 0 0 0 4 6.5v6A2.5 2.5 0 0 0 6.5 15H9"/>`,
  external: svg`<path d="m6 18 12-12M8 6h10v10"/>`,
  wallet: svg`<rect x="3.5" y="6" width="17" height="13" rx="2.5"/><path d="M3.5 10h17M16 14.5h.01"/>`,
  shield: svg`<path d="M12 3.5 5 6v5.5c0 4.2 2.9 7.6 7 9 4.1-1.4 7-4.8 7-9V6zM9 12l2.2 2.2 4-4.2"/>`,
  alert: svg`<path d="M12 8.5V13M12 16.25h.01M10.3 4.5l-7 12.3a2 2 0 0 0 1.7 3h14a2 2 0 0 0 1.7-3l-7-12.3a2 2 0 0 0-3.4 0z"/>`,
  info: svg`<circle cx="12" cy="12" r="8.5"/><path d="M12 11.25V16M12 8.25h.01"/>`,
  phone: svg`<rect x="7" y="3.5" width="10" height="17" rx="2.5"/><path d="M11 17.5h2"/>`,
  clock: svg`<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>`,
  lock: svg`<rect x="5" y="10.5" width="14" height="9.5" rx="2.5"/><path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5"/>`,
  offline: svg`<path d="M4 4l16 16M5 11.5a10 10 0 0 1 14 0M8.5 15a5 5 0 0 1 7 0M12 19h.01"/>`,
}

/** Renders an icon next to text with the same meaning: hidden from assistive technology. */
export function renderIcon(drawing: SVGTemplateResult, className = ''): TemplateResult {
  return html`<svg class="icon ${className}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${drawing}</svg>`
}
