import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { validateCem } from '@wc-toolkit/cem-validator'
import { getWebTypesData } from 'custom-element-jet-brains-integration'
import { getVsCodeCssCustomData, getVsCodeHtmlCustomData } from 'custom-element-vs-code-integration'
import { findElement, type Manifest, publishManifest } from './publishManifest.ts'
import { renderAttributes } from './renderAttributes.ts'
import { renderReact } from './renderReact.ts'

const widget = join(import.meta.dirname, '..')

/**
 * Writes everything that is generated from the class comments: `npx node widget/scripts/manifest.ts`. These files are the validated
 * custom-elements.json, the data for VS Code and JetBrains, the attributes of types/, and the props of the React wrapper. With `--check` it
 * only compares, and fails when a committed file differs.
 */
const manifest = publishManifest(analyze(), readFileSync(join(widget, 'src/element.ts'), 'utf8'))
await validate(manifest)
const old = Object.entries(renderFiles(manifest)).filter(([name, text]) => {
  const file = join(widget, name)
  return !existsSync(file) || readFileSync(file, 'utf8') !== text
})
if (!process.argv.includes('--check')) {
  for (const [name, text] of old) writeFileSync(join(widget, name), text)
} else if (old.length > 0) {
  const names = old.map(([name]) => name).join(', ')
  console.error(`Old: ${names}. Run \`npx node widget/scripts/manifest.ts\` and commit.`)
  process.exitCode = 1
}

/** Renders the generated files by name. */
function renderFiles(published: Manifest): Record<string, string> {
  // The integrations modify the manifest that they receive.
  const copy = (): Manifest => structuredClone(published)
  const hidden = { hideLogs: true }
  const element = findElement(published.modules.flatMap(({ declarations }) => declarations))
  const { version } = JSON.parse(readFileSync(join(widget, 'package.json'), 'utf8'))
  const webTypes = JSON.parse(getWebTypesData(copy(), { ...hidden, packageJson: false }))
  return {
    'custom-elements.json': format(published),
    'vscode.html-custom-data.json': reformat(getVsCodeHtmlCustomData(copy(), hidden)),
    'vscode.css-custom-data.json': reformat(getVsCodeCssCustomData(copy(), hidden)),
    'web-types.json': format({ ...webTypes, name: '@secure-payment/widget', version }),
    'types/attributes.d.ts': renderAttributes(element),
    'src/react/members.ts': renderReact(element),
  }
}

function format(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function reformat(text: string): string {
  return format(JSON.parse(text))
}

/** Fails on every finding of the validator, including warnings. */
async function validate(published: Manifest): Promise<void> {
  await validateCem(structuredClone(published), {
    packageJsonPath: join(widget, 'package.json'),
    rules: {
      packageJson: { packageType: 'error', exports: 'error', publishedCem: 'error' },
      manifest: {
        schemaVersion: 'error',
        modulePath: 'error',
        definitionPath: 'error',
        exportTypes: 'error',
        tagName: 'error',
      },
    },
  })
}

function analyze(): Manifest {
  const outdir = mkdtempSync(join(widget, '.manifest-'))
  try {
    const args = ['analyze', '--config', 'custom-elements-manifest.config.mjs', '--quiet']
    const run = spawnSync('cem', [...args, '--outdir', relative(widget, outdir)], {
      cwd: widget,
      encoding: 'utf8',
    })
    if (run.status !== 0) throw new Error(`The analyzer failed: ${run.stderr || run.error}`)
    return JSON.parse(readFileSync(join(outdir, 'custom-elements.json'), 'utf8'))
  } finally {
    rmSync(outdir, { recursive: true, force: true })
  }
}
