import { posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { ROOT } from './findPages.ts'
import { resolveLink } from './resolveLink.ts'

type Options = {
  base: string
  pages: ReadonlyMap<string, string>
  /** Called with each file that the site must serve: its source and its path on the site. */
  onFile: (source: string, path: string) => void
}

/** Returns a Markdown plugin that turns links between repository files into links between pages on the site. */
export function linkForSite(md: MarkdownRenderer, { base, pages, onFile }: Options): void {
  const render = md.renderer.rules['link_open']
  const close = md.renderer.rules['link_close']
  if (render === undefined) throw new Error('VitePress has no link_open rule.')
  md.renderer.rules['link_open'] = (tokens, index, options, env, self) => {
    const token = tokens[index]
    const href = token?.attrGet('href')
    if (!token || !href || token.attrGet('class') === 'header-anchor') {
      return render(tokens, index, options, env, self)
    }
    const target = resolveLink(href, posix.relative(ROOT, env.realPath ?? env.path), pages)
    switch (target.kind) {
      case 'unchanged':
        break
      case 'page':
        token.attrSet('href', `/${target.path}${target.hash}`)
        break
      case 'host':
        // With a target, the site's router leaves the link to the browser, because the page is not on the site.
        token.attrs = [
          ['href', target.path],
          ['target', '_self'],
        ]
        return self.renderToken(tokens, index, options)
      case 'file':
        onFile(target.source, target.path)
        token.attrs = [
          ['href', `${base}${target.path}`],
          ['target', '_self'],
        ]
        return self.renderToken(tokens, index, options)
      case 'folder':
        token.meta = { ...token.meta, isText: true }
        return `<span title="${md.utils.escapeHtml(target.source)}">`
      default:
        return target satisfies never
    }
    return render(tokens, index, options, env, self)
  }
  md.renderer.rules['link_close'] = (tokens, index, options, env, self) => {
    const opening = tokens.slice(0, index).findLast(({ type }) => type === 'link_open')
    if (opening?.meta?.isText) return '</span>'
    return close?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options)
  }
}
