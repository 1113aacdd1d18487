import { globSync } from 'node:fs'
import { join } from 'node:path'

/** The repository's folder. Every path of a source file is relative to this folder. */
export const ROOT = join(import.meta.dirname, '../..')

/** The folders of pages, and the path of each folder in the site. */
const FOLDERS = { 'docs/guides': '', 'docs/design': 'design/', 'docs/adr': 'adr/' } as const

/** Pages from other places. */
const SINGLE_PAGES = {
  'docs/size.md': 'size.md',
  'packages/contracts/README.md': 'contracts.md',
  'packages/devnet/README.md': 'devnet.md',
  'widget/README.md': 'element.md',
} as const

/** Returns every page on the site: the path of its Markdown file, and its path in the site. */
export function findPages(): ReadonlyMap<string, string> {
  const inFolders = Object.entries(FOLDERS).flatMap(([folder, prefix]) =>
    globSync('*.md', { cwd: join(ROOT, folder) }).map((name): [string, string] => [
      `${folder}/${name}`,
      `${prefix}${name === 'README.md' ? 'index.md' : name}`,
    ]),
  )
  return new Map([...inFolders, ...Object.entries(SINGLE_PAGES)].sort())
}
