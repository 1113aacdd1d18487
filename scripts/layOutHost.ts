import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { writeHostLock } from './lib/hostLock.ts'

/**
 * Copies the built package of the host into a folder, with a lock file of the versions that the repository tests. `npm ci` in that folder
 * then installs the packages that the host needs, and nothing else.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: node scripts/layOutHost.ts <folder>')

const HOST = join(import.meta.dirname, '../host')
const { manifest, lock } = writeHostLock()
mkdirSync(folder, { recursive: true })
for (const name of ['dist', 'LICENSE', 'README.md']) {
  // Node keeps compiled code in this folder when the built host starts.
  const filter = (path: string) => basename(path) !== '.cache'
  cpSync(join(HOST, name), join(folder, name), { recursive: true, filter })
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
