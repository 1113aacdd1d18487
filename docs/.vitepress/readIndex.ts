/** The guides' index: its sections with a line per guide. */
export type GuideGroup = { title: string; guides: Guide[] }
export type Guide = { title: string; file: string; description: string }

/**
 * Reads the groups from `docs/guides/README.md`, the only list of the guides. The site's menu and `llms.txt` are
 * derived from it.
 *
 * @throws Error for a list item that is not a link with a description
 */
export function readIndex(markdown: string): GuideGroup[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n')
      return {
        title: title.trim(),
        guides: lines.filter((line) => line.startsWith('- ')).map(readItem),
      }
    })
}

function readItem(line: string): Guide {
  const [, title, file, description] = /^- \[(.+?)\]\((\S+?)\): (.+)$/.exec(line) ?? []
  if (title === undefined || file === undefined || description === undefined) {
    throw new Error(`The guides’ index requires "- [title](file): description", got "${line}".`)
  }
  return { title, file, description }
}
