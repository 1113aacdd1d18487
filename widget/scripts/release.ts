import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A file next to the bundle: the name of the release, and the hashes that a browser needs to verify its files. */
export const INTEGRITY_FILE = 'integrity.json'

/** One build of the bundle, immutable under its name. */
export type Release = {
  /** The package's version. */
  readonly version: string
  /** The folder of this release: the version and a digest of all files, so that no two builds share it. */
  readonly folder: string
  readonly entry: string
  /** Every file's hash as Subresource Integrity writes it: `sha384-` and base64. */
  readonly integrity: Readonly<Record<string, string>>
}

/** The part of a written bundle that defines a release: file names in any order, with their bytes. */
export type ReleaseFiles = ReadonlyMap<string, Uint8Array>

/**
 * Returns a Vite plugin that moves the bundle into a separate folder, `{version}-{digest}`, to be cached permanently. Next to
 * the folder it writes `integrity.json`, and under the entry's name a script that loads the folder's entry. A page
 * therefore keeps the release that it started with. The plugin reads the files back from disk, so the hashed bytes are
 * the served bytes.
 */
export function writeRelease(options: { version: string; entry: string }): Plugin {
  return {
    name: 'write-release',
    enforce: 'post',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('The bundle was written to no folder.')
      const names = Object.keys(bundle)
      const contents = await Promise.all(names.map((name) => readFile(join(dir, name))))
      const release = describeRelease(
        options,
        new Map(names.map((name, index) => [name, contents[index] ?? new Uint8Array()])),
      )
      await mkdir(join(dir, release.folder), { recursive: true })
      await Promise.all(
        names.map((name) => rename(join(dir, name), join(dir, release.folder, name))),
      )
      const text = `${JSON.stringify(release, null, 2)}\n`
      await writeFile(join(dir, INTEGRITY_FILE), text)
      await writeFile(join(dir, release.folder, INTEGRITY_FILE), text)
      await writeFile(join(dir, options.entry), writeStub(release))
    },
  }
}

/** Returns the script for the permanent address: it loads the release and re-exports its exports. */
export function writeStub({ folder, entry }: Pick<Release, 'folder' | 'entry'>): string {
  return `export*from"./${folder}/${entry}"\n`
}

/** Names a release by its content: the same files in any order give the same name. */
export function describeRelease(
  { version, entry }: { version: string; entry: string },
  files: ReleaseFiles,
): Release {
  if (!files.has(entry)) throw new Error(`The bundle has no ${entry}.`)
  const integrity = Object.fromEntries(
    [...files]
      .map(([name, bytes]) => [name, hashForBrowsers(bytes)] as const)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  )
  const digest = createHash('sha256').update(JSON.stringify(integrity)).digest('hex').slice(0, 8)
  return { version, folder: `${version}-${digest}`, entry, integrity }
}

/** Returns the format of https://www.w3.org/TR/SRI/. */
function hashForBrowsers(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}
