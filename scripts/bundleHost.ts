import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { bundleHost, HOST_SOURCE } from './lib/bundleHost.ts'

/**
 * Bundles the host's `main` and `cli` into the folder `HOST_BUNDLE`, for suites that start them as processes. A bundle starts with half the
 * processor time that the sources need, because Node removes types from hundreds of source files at each start. The folder must be below
 * the repository, whose `node_modules` contain the packages that the bundle omits.
 */
const folder = process.env['HOST_BUNDLE']
if (folder === undefined) throw new Error('HOST_BUNDLE is not set.')

/** Keeps the sources' paths in the bundle, because the host finds its static files next to its sources. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(HOST_SOURCE) || !code.includes('import.meta.')) return
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
  },
}

await bundleHost({
  folder,
  programs: { main: join(HOST_SOURCE, 'main.ts'), cli: join(HOST_SOURCE, 'cli.ts') },
  plugins: [keepPlaces],
})
