import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { ROOT } from './publicPackages.ts'

/** A package with code in a bundle. */
type BundledPackage = {
  name: string
  version: string
  /** Its licence, as its package.json names it. */
  identifier?: string
  text?: string
}

/** The file with the licences of a bundle's packages, next to the bundle. */
export const LICENSES_FILE = 'third-party-licenses.md'

const LIST = 'third-party-licenses.json'
const NOTICE = /^notice(\.|$)/i
const README = /^readme\.md$/i
/** The section of a README with the licence, which some packages have instead of a file. */
const SECTION = /^#+ licen[cs]e\s*\n([\s\S]*)/im
/** The packages that npm publishes without the text of their licence. */
const WITHOUT_TEXT = ['uint8arrays']
/** The licence of a package whose package.json names none, but which contains the licence's text. */
const UNNAMED = 'see the text'
const HEADING = /^## (\S+) (\d\S*) \((.+)\)$/gm

/**
 * Returns a Vite plugin that writes the licences of the packages whose code a bundle contains, with their notices. `more` are the paths of
 * Markdown files with the licences of copied works.
 *
 * @throws Error if a package has no text of its licence, except those in `WITHOUT_TEXT`
 */
export function writeLicenses(more: readonly string[] = []): Plugin {
  let text = ''
  return {
    name: 'write-licenses',
    config: () => ({ build: { license: { fileName: LIST } } }),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const list = bundle[LIST]
        if (list?.type !== 'asset') throw new Error('Vite listed no licences.')
        delete bundle[LIST]
        const packages: BundledPackage[] = JSON.parse(String(list.source))
        const parts = [
          ...packages.map(formatLicense),
          ...more.map((path) => readFileSync(path, 'utf8')),
        ]
        text = `# Licences of the bundled packages\n\n${parts.join('\n')}`
      },
    },
    // The file is written outside the bundle, because a release contains the hash of each file in the bundle.
    async writeBundle({ dir }) {
      if (dir === undefined) throw new Error('The bundle was written to no folder.')
      await writeFile(join(dir, LICENSES_FILE), text)
    },
  }
}

/** Returns the packages in a file of licences, as `name@version`. */
export function readLicensed(path: string): string[] {
  return readLicenses(path).map(({ reference }) => reference)
}

/** Returns the packages in a file of licences, as `name@version`, each with its licence as its package.json names it. */
export function readLicenses(path: string): { reference: string; identifier: string }[] {
  return [...readFileSync(path, 'utf8').matchAll(HEADING)].map(
    ([, name, version, identifier = UNNAMED]) => ({ reference: `${name}@${version}`, identifier }),
  )
}

function formatLicense(bundled: BundledPackage): string {
  const { name, version, identifier } = bundled
  const folder = findFolder(bundled)
  const notices = readdirSync(folder).filter((file) => NOTICE.test(file))
  const parts = [
    bundled.text ?? readSection(folder) ?? describeMissing(bundled),
    ...notices.map((file) => readFileSync(join(folder, file), 'utf8')),
  ]
  const body = parts.map((part) => part.trim().replaceAll('\r\n', '\n')).join('\n\n')
  return `## ${name} ${version} (${identifier ?? UNNAMED})\n\n${body}\n`
}

function readSection(folder: string): string | undefined {
  const file = readdirSync(folder).find((name) => README.test(name))
  return file && SECTION.exec(readFileSync(join(folder, file), 'utf8'))?.[1]
}

function describeMissing({ name, version, identifier }: BundledPackage): string {
  if (identifier === undefined || !WITHOUT_TEXT.includes(name)) {
    throw new Error(`${name}@${version} has no text of its licence.`)
  }
  return `The package has no text of its licence. Its package.json names ${identifier}.`
}

/** Returns the folder of an installed package, which may be installed in several versions. */
function findFolder({ name, version }: BundledPackage): string {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const found = Object.keys(packages).find(
    (path) => path.endsWith(`node_modules/${name}`) && packages[path].version === version,
  )
  if (found === undefined) throw new Error(`The lock file has no ${name}@${version}.`)
  return join(ROOT, found)
}
