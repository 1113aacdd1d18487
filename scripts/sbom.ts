import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PUBLIC_PACKAGES, ROOT } from './lib/publicPackages.ts'
import { reachSbom } from './lib/reachSbom.ts'

/**
 * `npm run sbom`: writes dist/sbom.cdx.json, the software bill of materials of the packages that npm publishes, as CycloneDX. It lists each
 * package that they bring at run time, with its version, licence and hash from the lock file, and prints their number.
 */
const workspaces = PUBLIC_PACKAGES.map((folder) => `--workspace=${folder}`)
const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', ...workspaces]
const text = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
const published = PUBLIC_PACKAGES.map((folder) => {
  const { name, version } = readJson(join(folder, 'package.json'))
  return `${name}@${version}`
})
const sbom = reachSbom(JSON.parse(text), readJson('package-lock.json').packages, published)
// npm names the repository after its folder on this machine.
sbom.metadata.component.name = readJson('package.json').name
mkdirSync(join(ROOT, 'dist'), { recursive: true })
writeFileSync(join(ROOT, 'dist/sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`dist/sbom.cdx.json lists ${sbom.components.length} packages.`)

function readJson(path: string) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
}
