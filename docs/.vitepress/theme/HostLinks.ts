import { h, type VNode } from 'vue'

/** Pages on the host outside the site. */
const LINKS = [
  { path: '/docs', text: 'API reference' },
  { path: '/', text: 'Start page' },
] as const

/** Links to the host's other pages, in the bar and in the menu on narrow screens. */
export function HostLinks(): VNode {
  // With a target, the site's router leaves the link to the browser, because the page is not on the site.
  const links = LINKS.map(({ path, text }) => h('a', { href: path, target: '_self' }, text))
  return h('div', { class: 'host-links' }, links)
}
