import { cpSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../host/package.json' with { type: 'json' }
import { BUILD_FOLDERS, READING_PAGE_FILES, READING_PAGE_FOLDER } from '../../host/src/folders.ts'
import { bundleHost, HOST_SOURCE } from './bundleHost.ts'

const FOLDER = join(import.meta.dirname, '../../host/dist')

/**
 * Builds the package of the host: its program, with core inside, and next to it everything that the host serves. The element, the console
 * and the guides must be built. Libraries stay outside, so that an operator can update them.
 */
export async function buildHost(): Promise<void> {
  await bundleHost({
    folder: FOLDER,
    programs: { 'secure-payment-host': join(HOST_SOURCE, 'program.ts') },
    external: Object.keys(manifest.dependencies),
    hasMaps: true,
  })
  cpSync(join(HOST_SOURCE, 'static'), join(FOLDER, 'static'), { recursive: true })
  for (const [name, folder] of Object.entries(BUILD_FOLDERS)) {
    cpSync(folder, join(FOLDER, name), { recursive: true })
  }
  for (const file of [...READING_PAGE_FILES, 'LICENSE', 'NOTICE']) {
    cpSync(join(READING_PAGE_FOLDER, file), join(FOLDER, 'swagger-ui', file))
  }
}
