import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILD_FOLDERS, READING_PAGE_FILES, READING_PAGE_FOLDER } from '../../host/src/folders.ts'
import { bundleHost, HOST_SOURCE } from './bundleHost.ts'
import { createHostSbom } from './createSbom.ts'
import { readHostLock } from './hostLock.ts'
import { LICENSES_FILE, readLicensed, writeLicenses } from './writeLicenses.ts'

const FOLDER = join(import.meta.dirname, '../../host/dist')

/**
 * Builds the package of the host: its program, with core and the libraries inside, and next to it everything that the host serves. The
 * element, the console and the guides must be built. See docs/design/dependencies.md.
 */
export async function buildHost(): Promise<void> {
  await bundleHost({
    folder: FOLDER,
    programs: {
      'secure-payment-host': join(HOST_SOURCE, 'program.ts'),
      pdfWorker: join(HOST_SOURCE, 'receipts/pdf/pdfWorker.ts'),
    },
    plugins: [writeLicenses()],
    hasMaps: true,
  })
  cpSync(join(HOST_SOURCE, 'static'), join(FOLDER, 'static'), { recursive: true })
  for (const [name, folder] of Object.entries(BUILD_FOLDERS)) {
    cpSync(folder, join(FOLDER, name), { recursive: true })
  }
  const notices = ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']
  for (const file of [...READING_PAGE_FILES, ...notices]) {
    cpSync(join(READING_PAGE_FOLDER, file), join(FOLDER, 'swagger-ui', file))
  }
  const sbom = createHostSbom([...readBundled(), ...readInstalled()])
  writeFileSync(join(FOLDER, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
}

/** Returns the packages with code in the built files, as `name@version`. */
function readBundled(): string[] {
  const folders = [FOLDER, ...Object.keys(BUILD_FOLDERS).map((name) => join(FOLDER, name))]
  const { name, version } = JSON.parse(
    readFileSync(join(READING_PAGE_FOLDER, 'package.json'), 'utf8'),
  )
  return [
    `${name}@${version}`,
    ...folders.flatMap((folder) => readLicensed(join(folder, LICENSES_FILE))),
  ]
}

/** Returns the packages that npm installs next to them. */
function readInstalled(): string[] {
  return Object.entries(readHostLock()).map(
    ([folder, { version }]) => `${folder.replace(/^.*node_modules\//, '')}@${version}`,
  )
}
