import type { MarkdownRenderer } from 'vitepress'

/** Returns a Markdown plugin for the index: the theme shows each guide as a card, without the colon after its title. */
export function cardsForIndex(md: MarkdownRenderer): void {
  md.core.ruler.push('cards_for_index', ({ tokens, env }) => {
    if (env.relativePath !== 'index.md') return
    for (const { children } of tokens) {
      const [link, , , text] = children ?? []
      if (link?.type === 'link_open' && text) {
        text.content = text.content.replace(/^: (.)/, (_, first: string) => first.toUpperCase())
      }
    }
  })
}
