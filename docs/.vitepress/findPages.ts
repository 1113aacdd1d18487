import { globSync } from 'node:fs'
import { join } from 'node:path'

/** The repository's folder. Each source file path is relative to it. */
export const ROOT = join(import.meta.dirname, '../..')

/** The folders of pages, and the path of each folder on the site. */
const FOLDERS = { 'docs/guides': '', 'docs/design': 'design/', 'docs/adr': 'adr/' } as const

/** Pages outside these folders. */
const SINGLE_PAGES = {
  'docs/size.md': 'size.md',
  'packages/cli/README.md': 'cli-package.md',
  'packages/contracts/README.md': 'contracts.md',
  'packages/core/README.md': 'core.md',
  'packages/devnet/README.md': 'devnet.md',
  'widget/README.md': 'element.md',
} as const

/** The Markdown files that are not pages, as globs; folders that begin with a dot are never read. */
export const OTHER_FILES: readonly string[] = [
  '*.md',
  '{console,host,playground,scripts,tests}/**',
  '{packages/*,widget}/src/**',
  '**/{dist,test-results}/**',
]

/** Returns every page on the site: the path of its Markdown file, and its path on the site. */
export function findPages(): ReadonlyMap<string, string> {
  const inFolders = Object.entries(FOLDERS).flatMap(([folder, prefix]) =>
    globSync('*.md', { cwd: join(ROOT, folder) }).map((name): [string, string] => [
      `${folder}/${name}`,
      `${prefix}${name === 'README.md' ? 'index.md' : name}`,
    ]),
  )
  return new Map([...inFolders, ...Object.entries(SINGLE_PAGES)].sort())
}
