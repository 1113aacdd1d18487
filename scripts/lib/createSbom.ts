import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './publicPackages.ts'
import { reachSbom, type Sbom } from './reachSbom.ts'

/** The workspaces whose builds are in the host's package. */
const HOST_PARTS = ['host', 'widget', 'console', 'docs']

/**
 * Returns the software bill of materials of these packages of the repository, as CycloneDX: each package that they need at run time, with
 * its version, licence and hash from the lock file.
 *
 * @param folders the folders of the packages, from the root of the repository
 */
export function createSbom(folders: readonly string[]): Sbom {
  const sbom = runNpmSbom(folders)
  const reached = reachSbom(
    sbom,
    readJson('package-lock.json').packages,
    folders.map(readReference),
  )
  // npm names the repository after its folder on this machine.
  reached.metadata.component.name = readJson('package.json').name
  return reached
}

/**
 * Returns the bill of materials of the host's package: the packages with code in its files, and those that npm installs with it. It omits
 * npm's time and serial number, so that the same packages give the same text.
 *
 * @param contained the references of the packages
 * @throws Error if the lock file does not have one of them
 */
export function createHostSbom(contained: readonly string[]): object {
  const { serialNumber: _, metadata, components, dependencies, ...rest } = runNpmSbom(HOST_PARTS)
  const { timestamp: __, lifecycles: ___, ...facts } = metadata
  const host = readReference('host')
  const kept = new Set(contained)
  const found = new Map(components.map((component) => [component['bom-ref'], component]))
  const missing = [host, ...kept].filter((reference) => !found.has(reference))
  if (missing.length > 0) throw new Error(`The lock file has no ${missing.join(', ')}.`)
  const edges = dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }))
  return {
    ...rest,
    metadata: { ...facts, component: { ...found.get(host), type: 'application' } },
    components: components.filter((component) => kept.has(component['bom-ref'])),
    dependencies: [{ ref: host, dependsOn: [...kept].toSorted() }, ...edges],
  }
}

function runNpmSbom(folders: readonly string[]): Sbom {
  const workspaces = folders.map((folder) => `--workspace=${folder}`)
  // A build sets NODE_ENV, which makes npm omit development packages by default.
  const options = ['--sbom-format=cyclonedx', '--package-lock-only', '--include=dev']
  const args = ['sbom', ...options, ...workspaces]
  const text = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  return JSON.parse(text)
}

/** Returns a package of the repository as a bill of materials names it. */
function readReference(folder: string): string {
  const { name, version } = readJson(join(folder, 'package.json'))
  return `${name}@${version}`
}

function readJson(path: string) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
}
