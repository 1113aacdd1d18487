import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const widget = join(import.meta.dirname, '..')
const committed = join(widget, 'custom-elements.json')

/**
 * Writes custom-elements.json from the class comments: `node widget/scripts/manifest.ts`. With `--check` it writes nothing and fails
 * when the committed file says something else.
 */
const manifest = analyze()
if (!process.argv.includes('--check')) writeFileSync(committed, manifest)
else if (!existsSync(committed) || readFileSync(committed, 'utf8') !== manifest) {
  console.error('custom-elements.json is old: run `node widget/scripts/manifest.ts` and commit it.')
  process.exitCode = 1
}

function analyze(): string {
  const outdir = mkdtempSync(join(widget, '.manifest-'))
  try {
    const args = ['analyze', '--config', 'custom-elements-manifest.config.mjs', '--quiet']
    const run = spawnSync('cem', [...args, '--outdir', relative(widget, outdir)], {
      cwd: widget,
      encoding: 'utf8',
    })
    if (run.status !== 0) throw new Error(`The analyzer failed: ${run.stderr || run.error}`)
    return readFileSync(join(outdir, 'custom-elements.json'), 'utf8')
  } finally {
    rmSync(outdir, { recursive: true, force: true })
  }
}
