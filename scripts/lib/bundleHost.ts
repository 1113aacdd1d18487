import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { HOST_PACKAGES } from './publicPackages.ts'

/** The host's sources. */
export const HOST_SOURCE: string = join(import.meta.dirname, '../../host/src')

const CONDITIONS = ['@secure-payment/source', 'module', 'node', 'default']

/** A bundle of the host, with its programs by name. */
export type HostBundle = {
  folder: string
  /** The source file of each program. */
  programs: Record<string, string>
  plugins: Plugin[]
  /** Whether each file has a source map, without the text of the sources. */
  hasMaps?: boolean
}

/**
 * Bundles the host as modules for Node, all in one folder, with all packages except `HOST_PACKAGES`. Packages that the host imports on
 * demand are separate files.
 *
 * @throws Error if the bundle imports another package
 */
export async function bundleHost(bundle: HostBundle): Promise<void> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: bundle.plugins,
    ssr: { noExternal: true, external: [...HOST_PACKAGES], resolve: { conditions: CONDITIONS } },
    build: {
      ssr: true,
      target: 'node22',
      minify: false,
      sourcemap: bundle.hasMaps ?? false,
      outDir: bundle.folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: bundle.programs,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          sourcemapExcludeSources: true,
        },
      },
    },
  })
  const missing = listImports(built).filter(
    (name) => !isBuiltin(name) && !HOST_PACKAGES.includes(name),
  )
  if (missing.length > 0) throw new Error(`The bundle imports ${missing.join(', ')} from outside.`)
}

/** Returns the modules outside a bundle that the bundle imports. */
function listImports(built: Awaited<ReturnType<typeof build>>): string[] {
  if (!('output' in built)) throw new Error('Vite returned no bundle.')
  const { output } = built satisfies Rolldown.RolldownOutput
  const own = new Set(output.map(({ fileName }) => fileName))
  const imported = output.flatMap((file) =>
    file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : [],
  )
  return [...new Set(imported)].filter((name) => !own.has(name))
}
