import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT } from './findPages.ts'
import type { GuideGroup } from './readIndex.ts'
import { resolveLink } from './resolveLink.ts'

const INTRODUCTION = `# Secure Payment

> An open, self-hostable service for crypto payments: a host with an HTTP API, the element <secure-payment> for any
> page, and one pure library that both share.
`

type Site = {
  base: string
  outDir: string
  pages: ReadonlyMap<string, string>
  groups: readonly GuideGroup[]
}

/**
 * Writes the guides for language models (llmstxt.org): each page as Markdown next to its HTML, `llms.txt` with the index, and
 * `llms-full.txt` with all guides. Links lead to the Markdown of other pages.
 */
export async function writeLlmsTexts({ base, outDir, pages, groups }: Site): Promise<void> {
  const texts = new Map<string, string>()
  for (const [source, page] of pages) {
    const text = relink(await readFile(join(ROOT, source), 'utf8'), source, { base, pages })
    texts.set(page, text)
    await mkdir(dirname(join(outDir, page)), { recursive: true })
    await writeFile(join(outDir, page), text)
  }
  const index = groups.map(({ title, guides }) => {
    const lines = guides.map((one) => `- [${one.title}](${base}${one.file}): ${one.description}`)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  await writeFile(join(outDir, 'llms.txt'), [INTRODUCTION, ...index].join('\n'))
  const guides = groups.flatMap((group) => group.guides.map(({ file }) => texts.get(file) ?? ''))
  await writeFile(join(outDir, 'llms-full.txt'), [INTRODUCTION, ...guides].join('\n'))
}

function relink(
  text: string,
  source: string,
  { base, pages }: Pick<Site, 'base' | 'pages'>,
): string {
  return text.replaceAll(/(?<!!)\]\(([^)\s]+)\)/g, (link, href: string) => {
    const target = resolveLink(href, source, pages)
    if (target.kind === 'page') return `](${base}${target.path}${target.hash})`
    if (target.kind === 'file') return `](${base}${target.path})`
    return target.kind === 'host' ? `](${target.path})` : link
  })
}
