import { html, nothing, type TemplateResult } from 'lit'
import { formatRoute, type Route } from '../routes.ts'

/** Renders links to the screens of one subject, below the heading. `current` is the displayed screen's name. */
export function renderTabs(
  label: string,
  tabs: readonly (readonly [route: Route, label: string])[],
  current: Route['name'],
): TemplateResult {
  return html`<nav class="tabs" aria-label=${label}>
    <ul>
      ${tabs.map(
        ([route, text]) =>
          html`<li><a href=${formatRoute(route)} aria-current=${route.name === current ? 'page' : nothing}>${text}</a></li>`,
      )}
    </ul>
  </nav>`
}
