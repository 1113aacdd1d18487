import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, posix } from 'node:path'
import { type PackageManifest, publicManifest } from './publicManifest.ts'
import { ROOT } from './publicPackages.ts'

/** A tarball that was written, the package's folder in the repository, and the size. */
export type Tarball = { name: string; folder: string; path: string; bytes: number }

/** The installed packages, and the code that Node compiled at the starts of the built host. */
const LEFT_OUT = ['node_modules', '.cache']

/**
 * Packs a built package into a folder, as npm publishes it. The package has the manifest of `publicManifest`, the repository's licence, and
 * a README whose links lead to the repository. Packing the same files twice gives the same bytes.
 *
 * @param folder the package's folder, from the root of the repository
 * @param outFolder an existing folder, absolute
 */
export function packPackage(folder: string, outFolder: string): Tarball {
  const source = join(ROOT, folder)
  const manifest: PackageManifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const stage = mkdtempSync(join(tmpdir(), 'secure-payment-pack-'))
  try {
    cpSync(source, stage, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) })
    const readme = readFileSync(join(source, 'README.md'), 'utf8')
    writeFileSync(join(stage, 'README.md'), linkToRepository(readme, manifest))
    writeFileSync(
      join(stage, 'package.json'),
      `${JSON.stringify(publicManifest(manifest), null, 2)}\n`,
    )
    cpSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'))
    const path = join(outFolder, runNpmPack(stage, outFolder))
    return { name: manifest.name, folder, path, bytes: statSync(path).size }
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** Returns the name of the tarball that npm wrote. */
function runNpmPack(folder: string, outFolder: string): string {
  const args = ['pack', '--silent', '--ignore-scripts', `--pack-destination=${outFolder}`]
  return execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }).trim()
}

/** Replaces the links that leave the package: a reader of a tarball's README has no repository around it. */
function linkToRepository(readme: string, { name, repository }: PackageManifest): string {
  if (repository === undefined) throw new Error(`${name} names no repository.`)
  const base = repository.url.replace(/^git\+/, '').replace(/\.git$/, '')
  return readme.replaceAll(/\]\((\.\.?\/[^)\s]+)\)/g, (_, link: string) => {
    return `](${base}/blob/main/${posix.join(repository.directory, link)})`
  })
}
