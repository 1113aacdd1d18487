import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ROOT } from './findPages.ts'

/** The target of a link on the site. */
export type Target =
  /** Another site, or an anchor on the same page. */
  | { kind: 'unchanged' }
  /** A page on the site, by its path there. */
  | { kind: 'page'; path: string; hash: string }
  /** An address on the host outside the site. */
  | { kind: 'host'; path: string }
  /** A file in the repository, which the site serves as text. */
  | { kind: 'file'; source: string; path: string }
  /** A folder in the repository, which has no page on the site. */
  | { kind: 'folder'; source: string }

/** The site's folder for copies of repository files. */
const FILES = 'files'
/** Every host serves its own copy of this file. */
const OPENAPI = 'docs/openapi.json'

/**
 * Resolves a relative link in a Markdown file, which works on a Git host, to its counterpart on the site.
 *
 * @throws Error for a file that does not exist
 */
export function resolveLink(
  href: string,
  from: string,
  pages: ReadonlyMap<string, string>,
): Target {
  if (/^([a-z]+:|\/\/|#)/i.test(href)) return { kind: 'unchanged' }
  const [path = '', hash = ''] = href.split(/(?=#)/)
  const source = posix.join(posix.dirname(from), decodeURI(path)).replace(/\/$/, '')
  const page = pages.get(source)
  if (page !== undefined) return { kind: 'page', path: page, hash }
  if (source === OPENAPI) return { kind: 'host', path: '/openapi.json' }
  const file = join(ROOT, source)
  if (path.startsWith('/') || !existsSync(file)) {
    throw new Error(`${from} links to ${href}, which does not exist.`)
  }
  if (statSync(file).isDirectory()) return { kind: 'folder', source }
  // Servers skip names that begin with a dot; the extension makes every browser show the copy as text.
  const name = source.replaceAll(/(^|\/)\./g, '$1')
  return { kind: 'file', source, path: `${FILES}/${name}.txt` }
}
