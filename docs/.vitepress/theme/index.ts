/// <reference types="vite/client" />
import type { Theme } from 'vitepress'
import defaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import { HostLinks } from './HostLinks.ts'
import { NotFound } from './NotFound.ts'
import './theme.css'

/** VitePress' own theme in the product's colours, with links to the host's other pages. */
const theme: Theme = {
  extends: defaultTheme,
  Layout: () => h(defaultTheme.Layout, null, { 'not-found': NotFound }),
  enhanceApp: ({ app }) => {
    app.component('HostLinks', HostLinks)
  },
}
export default theme
