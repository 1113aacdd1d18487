import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Whether the host runs from its sources, in the repository, and not from its built package. */
const IS_SOURCE: boolean = import.meta.url.endsWith('.ts')

/** The folder of this file: `src` in the repository, `dist` in the package. */
const OWN_FOLDER = fileURLToPath(new URL('.', import.meta.url))
const REPOSITORY = join(OWN_FOLDER, '../..')

/** The host's own style sheets and scripts. */
export const STATIC_FOLDER: string = join(OWN_FOLDER, 'static')

/** The fonts for PDFs. */
export const FONT_FOLDER: string = join(STATIC_FOLDER, 'fonts')

/** The program of the thread that makes PDFs. */
export const PDF_PROGRAM: string = IS_SOURCE
  ? join(OWN_FOLDER, 'receipts/pdf/pdfWorker.ts')
  : join(OWN_FOLDER, 'pdfWorker.js')

/** The folders of the builds that the host serves. */
export type BuildFolders = { element: string; console: string; guides: string }

/** The builds of the repository, or their copies in the package. */
export const BUILD_FOLDERS: BuildFolders = IS_SOURCE
  ? {
      element: join(REPOSITORY, 'widget/dist/cdn'),
      console: join(REPOSITORY, 'console/dist'),
      guides: join(REPOSITORY, 'docs/dist'),
    }
  : {
      element: join(OWN_FOLDER, 'element'),
      console: join(OWN_FOLDER, 'console'),
      guides: join(OWN_FOLDER, 'guides'),
    }

/** The Swagger UI files that the API reference page loads. */
export const READING_PAGE_FILES = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'favicon-32x32.png',
] as const

/** The folder of these files. */
export const READING_PAGE_FOLDER: string = IS_SOURCE
  ? dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  : join(OWN_FOLDER, 'swagger-ui')

/** The folder in which Node keeps compiled code; a host whose package is read-only compiles at each start. */
export const CODE_CACHE_FOLDER: string = IS_SOURCE
  ? join(REPOSITORY, 'node_modules/.cache/secure-payment')
  : join(OWN_FOLDER, '.cache')

/** The command line's name in this installation. */
export const COMMAND: string = IS_SOURCE ? 'npm run cli --' : 'secure-payment-host'
