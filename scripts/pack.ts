import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packPackage } from './lib/packPackage.ts'
import { PUBLIC_PACKAGES, ROOT } from './lib/publicPackages.ts'
import { run } from './lib/run.ts'

/**
 * `npm run pack [-- FOLDER] [--no-build]`: builds everything, and writes the tarball of each package that npm publishes to a folder,
 * `dist/packages` by default. Removes the folder's earlier tarballs of these packages.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: { build: { type: 'boolean', default: true } },
})
const outFolder = resolve(positionals[0] ?? join(ROOT, 'dist/packages'))
if (values.build) {
  const status = await run(['node', join(ROOT, 'scripts/build.ts')], {})
  if (status !== 0) process.exit(status)
}
mkdirSync(outFolder, { recursive: true })
for (const file of readdirSync(outFolder)) {
  if (/^secure-payment-.*\.tgz$/.test(file)) rmSync(join(outFolder, file))
}
for (const folder of PUBLIC_PACKAGES) {
  const { path, bytes } = packPackage(folder, outFolder)
  console.log(`${(bytes / 1024).toFixed(0).padStart(6)} KiB  ${relative(process.cwd(), path)}`)
}
