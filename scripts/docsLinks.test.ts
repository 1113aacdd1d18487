import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, matchesGlob, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPages, OTHER_FILES } from '../docs/.vitepress/findPages.ts'
import { readIndex } from '../docs/.vitepress/readIndex.ts'
import { resolveLink } from '../docs/.vitepress/resolveLink.ts'
import { slugify } from '../docs/.vitepress/slugify.ts'

const ROOT = join(import.meta.dirname, '..')
const CODE_BLOCK = /^( *)```.*?^\1```/gms
const files = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT }).toString().trim().split('\n')
const texts = new Map(files.map((file) => [file, readProse(file)]))
const links = [...texts].flatMap(([file, text]) =>
  [...text.matchAll(/\]\(\s*([^)\s]+)\s*\)/g)]
    .map(([, href = '']) => href)
    .filter((href) => !/^[a-z]+:/i.test(href))
    .map((href) => ({ file, href })),
)
const pages = findPages()
const index = readIndex(readFileSync(join(ROOT, 'docs/guides/README.md'), 'utf8'))

/** Reads a Markdown file without its code, which may contain brackets. */
function readProse(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
    .replaceAll(CODE_BLOCK, '')
    .replaceAll(/`[^`\n]*`(?!\])/g, (code) => code.replaceAll(/[[\]()#]/g, ' '))
}

/** Returns the anchors of a Markdown file; a repeated heading gets a number, as on Git hosts. */
function listAnchors(file: string): Set<string> {
  const anchors = new Set<string>()
  const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(CODE_BLOCK, '')
  for (const [, heading = ''] of text.matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const slug = slugify(heading.replaceAll(/\[(.*?)\]\(.*?\)/g, '$1').replaceAll(/[`*]/g, ''))
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

describe('The links in the docs', () => {
  it('the links in the docs lead to files and folders that exist', () => {
    expect(links.length).toBeGreaterThan(200)
    const broken = links.filter(({ file, href }) => {
      const [path = ''] = href.split('#')
      return path !== '' && !existsSync(join(ROOT, posix.dirname(file), decodeURI(path)))
    })
    expect(broken).toEqual([])
  })

  it('the links in the docs lead to headings that exist', () => {
    const toHeadings = links.flatMap(({ file, href }) => {
      const [path = '', anchor] = href.split('#')
      const target = path === '' ? file : posix.join(posix.dirname(file), path)
      return anchor !== undefined && target.endsWith('.md') ? [{ file, href, target, anchor }] : []
    })
    expect(toHeadings.length).toBeGreaterThan(20)
    const broken = toHeadings.filter(({ target, anchor }) => !listAnchors(target).has(anchor))
    expect(broken).toEqual([])
  })

  it('links between the site’s pages lead to existing pages', () => {
    const inPages = links.filter(({ file }) => pages.has(file))
    for (const { file, href } of inPages) expect(() => resolveLink(href, file, pages)).not.toThrow()
  })
})

describe('The guides’ index', () => {
  it('the guides’ index lists every guide once, in four groups', () => {
    expect(index.map(({ title }) => title)).toEqual([
      'Start',
      'Take payments',
      'Run the host',
      'Extend',
    ])
    const listed = index.flatMap(({ guides }) => guides.map(({ file }) => `docs/guides/${file}`))
    const guides = files.filter((file) => /^docs\/guides\/(?!README)/.test(file))
    expect(listed.toSorted()).toEqual(guides)
  })

  it('the guides’ index rejects an item without a description', () => {
    expect(() => readIndex('## Start\n- [A guide](a.md)')).toThrow('requires "- [title](file)')
  })
})

describe('A page on the site', () => {
  it.each([...pages.keys()])('%s has one title', (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(CODE_BLOCK, '')
    expect(text.match(/^# .+$/gm)).toHaveLength(1)
  })

  // The site's build would read the line as an element without an end, even inside a code span that began on the line above.
  it.each([...pages.keys()])('%s begins no line with a placeholder such as <network>', (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(CODE_BLOCK, '')
    expect(text.match(/^ *<\/?[a-z][\w-]*[ >].*$/gm)).toBeNull()
  })

  it.each([...pages.keys()])('%s has text in every heading cell of its tables', (file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const heads = [...text.matchAll(/^(\|.*\|)\n\|[-:| ]+\|$/gm)].map(([, head = '']) => head)
    expect(heads.filter((head) => /\|\s*\|/.test(head))).toEqual([])
  })
})

describe('The site', () => {
  it('The site contains each Markdown file, or leaves it out by a rule', () => {
    const isKnown = (file: string) =>
      pages.has(file) || file.startsWith('.') || OTHER_FILES.some((glob) => matchesGlob(file, glob))
    expect(files.filter((file) => !isKnown(file))).toEqual([])
    expect(
      [...pages.keys()].filter((file) => OTHER_FILES.some((glob) => matchesGlob(file, glob))),
    ).toEqual([])
  })
})

describe('A link on one of the site’s pages', () => {
  const from = 'docs/guides/embed.md'
  it.each([
    ['https://example.com', { kind: 'unchanged' }],
    ['#events', { kind: 'unchanged' }],
    ['errors.md#codes', { kind: 'page', path: 'errors.md', hash: '#codes' }],
    ['README.md', { kind: 'page', path: 'index.md', hash: '' }],
    ['../design/time.md', { kind: 'page', path: 'design/time.md', hash: '' }],
    ['../../packages/devnet/README.md', { kind: 'page', path: 'devnet.md', hash: '' }],
    ['../openapi.json', { kind: 'host', path: '/openapi.json' }],
    ['../../.env.example', { kind: 'file', source: '.env.example', path: 'files/env.example.txt' }],
    ['../../packages/contracts/', { kind: 'folder', source: 'packages/contracts' }],
  ])('%s is resolved', (href, target) => {
    expect(resolveLink(href, from, pages)).toEqual(target)
  })

  it.each(['nothing.md', '/docs', '../../nothing/'])('%s is refused', (href) => {
    expect(() => resolveLink(href, from, pages)).toThrow('does not exist')
  })
})
