import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PUBLIC_PACKAGES, ROOT } from './lib/publicPackages.ts'
import { run } from './lib/run.ts'

/**
 * `npm run release:version`: turns the files in `.changeset` into the next version of every package. Turns the changelog's section
 * "Unreleased" into a section of that version. Then writes the files that contain a version again. The release workflow opens a pull
 * request with the result.
 */
const UNRELEASED = '## Unreleased\n'

process.chdir(ROOT)
await must(['changeset', 'version'])
removePrivateChangelogs()
const { version } = readJson(join(PUBLIC_PACKAGES[0], 'package.json'))
writeFileSync(
  'package.json',
  `${JSON.stringify({ ...readJson('package.json'), version }, null, 2)}\n`,
)
nameRelease(version)
await must(['npm', 'install', '--package-lock-only', '--ignore-scripts'])
await must(['node', 'widget/scripts/manifest.ts'])
await must(['biome', 'format', '--write', 'package.json'])

/** Changesets also writes changelogs for the workspaces that npm never publishes. */
function removePrivateChangelogs(): void {
  const manifests = execFileSync('git', ['ls-files', '*/package.json'], { encoding: 'utf8' })
  for (const folder of manifests.trim().split('\n').map(dirname)) {
    const isPublic = PUBLIC_PACKAGES.some((one) => one === folder)
    if (!isPublic) rmSync(join(folder, 'CHANGELOG.md'), { force: true })
  }
}

/** Adds a heading with the version and the date below "Unreleased", unless the version has a section. */
function nameRelease(version: string): void {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  if (changelog.includes(`\n## ${version} `)) return
  if (!changelog.includes(UNRELEASED)) throw new Error('CHANGELOG.md has no section "Unreleased".')
  const heading = `## ${version} (${new Date().toISOString().slice(0, 10)})`
  writeFileSync('CHANGELOG.md', changelog.replace(UNRELEASED, `${UNRELEASED}\n${heading}\n`))
}

function readJson(file: string): { version: string } {
  return JSON.parse(readFileSync(file, 'utf8'))
}

async function must(command: readonly string[]): Promise<void> {
  const status = await run(command, {})
  if (status !== 0) throw new Error(`${command.join(' ')} failed.`)
}
