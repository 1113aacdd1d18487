import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { transformerStyleToClass } from '@shikijs/transformers'
import { defineConfig } from 'vitepress'
import { writeLicenses } from '../../scripts/lib/writeLicenses.ts'
import { accessibleSearch } from './accessibleSearch.ts'
import { cardsForIndex } from './cardsForIndex.ts'
import { findPages, OTHER_FILES, ROOT } from './findPages.ts'
import { linkForSite } from './linkForSite.ts'
import { readIndex } from './readIndex.ts'
import { slugify } from './slugify.ts'
import { styleByClass } from './styleByClass.ts'
import { writeLlmsTexts } from './writeLlmsTexts.ts'

/** The path at which a host serves the site. */
const BASE = '/guides/'
/** VitePress' scripts that run before the first paint. */
const INLINE_SCRIPT = /<script id="[\w-]+">(.*?)<\/script>/gs
const LOGO =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='9' fill='%231f4fd8'/%3E%3Cpath d='M9 17.5l4.5 4.5L23 11' fill='none' stroke='%23fff' stroke-width='3' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E"

/** The index needs no outline, because its cards and the menu list every guide. */
const INDEX_LAYOUT = { pageClass: 'index-page', aside: false, prev: false, next: false }

const outDir = join(import.meta.dirname, '../dist')
const pages = findPages()
const groups = readIndex(await readFile(join(ROOT, 'docs/guides/README.md'), 'utf8'))
/** The repository files that pages link to, by their paths on the site. */
const files = new Map<string, string>()
// Code gets its colours from classes, because the host's policy allows no style attribute.
const codeStyle = transformerStyleToClass({ classPrefix: 'code-' })

/**
 * The guides as a site, which the host serves at `/guides/`. The pages are the repository's own Markdown files; their links also work on
 * a Git host. The host's policy allows no inline script and no inline style, so both become files.
 */
export default defineConfig({
  base: BASE,
  srcDir: '..',
  outDir,
  srcExclude: [...OTHER_FILES],
  rewrites: findSitePath,
  title: 'Secure Payment',
  description: 'Guides to Secure Payment, an open, self-hostable service for crypto payments.',
  lang: 'en',
  cleanUrls: true,
  // A theme switch would insert a style that the host's policy rejects.
  appearance: { disableTransition: false },
  vite: { plugins: [accessibleSearch(), writeLicenses()] },
  head: [['link', { rel: 'icon', href: LOGO }]],
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [codeStyle],
    config(md) {
      linkForSite(md, { base: BASE, pages, onFile: (source, path) => files.set(path, source) })
      styleByClass(md)
      cardsForIndex(md)
    },
  },
  themeConfig: {
    logo: { src: LOGO, alt: '' },
    nav: [{ component: 'HostLinks' }],
    sidebar: groups.map(({ title, guides }) => ({
      text: title,
      items: guides.map((guide) => ({
        text: guide.title,
        link: `/${guide.file.replace('.md', '')}`,
      })),
    })),
    outline: [2, 3],
    search: { provider: 'local' },
  },
  transformPageData(page) {
    return page.relativePath === 'index.md' ? { frontmatter: INDEX_LAYOUT } : {}
  },
  async transformHtml(html) {
    const code = [...html.matchAll(INLINE_SCRIPT)].map(([, script]) => script).join(';\n')
    const script = await writeAsset('first-paint', 'js', code)
    const style = await writeAsset('code', 'css', codeStyle.getCSS())
    return (
      html
        .replaceAll(INLINE_SCRIPT, '')
        // The theme's style sheet contains these styles, or the page's script sets them at run time.
        .replaceAll(/ style="(?:--vp-vh:0px|position:relative);"/g, '')
        .replace('</title>', `</title>\n    <script src="${script}"></script>`)
        .replace('</head>', `<link rel="stylesheet" href="${style}">\n  </head>`)
    )
  },
  async buildEnd() {
    for (const [path, source] of files) {
      await mkdir(dirname(join(outDir, path)), { recursive: true })
      await copyFile(join(ROOT, source), join(outDir, path))
    }
    await writeLlmsTexts({ base: BASE, outDir, pages, groups })
  },
})

/** @throws Error for a Markdown file that is neither a page nor excluded */
function findSitePath(source: string): string {
  const page = pages.get(source)
  if (page === undefined) throw new Error(`${source} is not a page: see findPages.ts.`)
  return page
}

/** Writes a file that the pages load and returns its address, which contains the hash of the content. */
async function writeAsset(name: string, extension: string, content: string): Promise<string> {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  const path = `assets/${name}.${hash}.${extension}`
  await mkdir(join(outDir, 'assets'), { recursive: true })
  await writeFile(join(outDir, path), content)
  return BASE + path
}
