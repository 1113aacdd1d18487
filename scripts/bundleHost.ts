import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

/**
 * Bundles the host's `main` and `cli` into the folder `HOST_BUNDLE`, for suites that start them as processes. A bundle starts with half the
 * processor time that the sources need, because Node removes types from hundreds of source files at each start. The folder must be below
 * the repository, whose `node_modules` have the packages that stay outside.
 */
const folder = process.env['HOST_BUNDLE']
if (folder === undefined) throw new Error('HOST_BUNDLE is not set.')

const HOST = join(import.meta.dirname, '../host/src')
const CONDITIONS = ['@secure-payment/source', 'module', 'node', 'default']
/** Packages with native parts, and packages whose files the host serves. */
const EXTERNAL = ['better-sqlite3', '@node-rs/argon2', 'swagger-ui-dist']

/** The host finds its static files next to its sources. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(HOST) || !code.includes('import.meta.')) return
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
  },
}

await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [keepPlaces],
  ssr: { noExternal: true, external: EXTERNAL, resolve: { conditions: CONDITIONS } },
  build: {
    ssr: true,
    target: 'node22',
    minify: false,
    outDir: folder,
    emptyOutDir: true,
    rolldownOptions: {
      input: { main: join(HOST, 'main.ts'), cli: join(HOST, 'cli.ts') },
      output: { entryFileNames: '[name].js' },
    },
  },
})
