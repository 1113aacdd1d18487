import type { MarkdownRenderer } from 'vitepress'

/**
 * Returns a Markdown plugin that aligns table cells by a class, because the host's policy allows no style attribute.
 */
export function styleByClass(md: MarkdownRenderer): void {
  md.core.ruler.push('style_by_class', ({ tokens }) => {
    for (const token of tokens.filter(({ type }) => type === 'th_open' || type === 'td_open')) {
      const [, side] = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? '')) ?? []
      if (side !== undefined) token.attrs = [['class', `align-${side}`]]
    }
  })
}
