import { withBase } from 'vitepress'
import { h, type VNode } from 'vue'

/** Returns the content that the site shows at an address without a page. */
export function NotFound(): VNode {
  return h('main', { class: 'not-found' }, [
    h('h1', 'This page does not exist'),
    h('p', 'The address may be mistyped, or the page may have been renamed.'),
    h('a', { href: withBase('/') }, 'All guides'),
  ])
}
