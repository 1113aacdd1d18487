import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from './lib/publicPackages.ts'

/**
 * `npm run release:publish -- [FOLDER] [--list]`: publishes a folder's tarballs (`dist/packages` by default) whose version is not on npm
 * yet. Prints the name and version of each. A release therefore publishes the tested files, and can run again after it failed
 * halfway. With `--list`, it publishes nothing. In GitHub Actions, npm adds a statement of provenance.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
})
const folder = resolve(positionals[0] ?? join(ROOT, 'dist/packages'))
const files = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
if (files.length === 0) throw new Error(`${folder} has no tarballs: run npm run pack.`)
const isInActions = process.env['GITHUB_ACTIONS'] === 'true'
const packages = files.map((file) => ({
  path: join(folder, file),
  ...readManifest(join(folder, file)),
}))
const names = new Set(packages.map(({ name }) => name))
const countOwn = ({ dependencies = {} }: Manifest) =>
  Object.keys(dependencies).filter((name) => names.has(name)).length
// Core is first, so that no package on npm needs a version that is not published yet.
for (const { path, name, version } of packages.toSorted((a, b) => countOwn(a) - countOwn(b))) {
  if (isPublished(name, version)) continue
  console.log(`${name}@${version}`)
  if (values.list) continue
  const options = ['--access=public', ...(isInActions ? ['--provenance'] : [])]
  execFileSync('npm', ['publish', path, ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
}

type Manifest = { name: string; version: string; dependencies?: Record<string, string> }

function readManifest(path: string): Manifest {
  return JSON.parse(
    execFileSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' }),
  )
}

/** Throws if npm returns neither the version nor 404, because a release must not guess. */
function isPublished(name: string, version: string): boolean {
  const args = ['view', `${name}@${version}`, 'version', '--json']
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8' })
  if (status === 0) return stdout.includes(version)
  if (stdout.includes('E404') || stderr.includes('E404')) return false
  throw new Error(`npm view ${name}@${version} failed: ${stderr}`)
}
