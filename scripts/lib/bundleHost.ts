import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/** The host's sources. */
export const HOST_SOURCE: string = join(import.meta.dirname, '../../host/src')

const CONDITIONS = ['@secure-payment/source', 'module', 'node', 'default']

/** A bundle of the host: its programs by name, and the packages that it loads at run time. */
export type HostBundle = {
  folder: string
  /** The source file of each program. */
  programs: Record<string, string>
  /** The packages that stay outside. */
  external: string[]
  plugins?: Plugin[]
  /** Whether to write source maps. */
  hasMaps?: boolean
}

/** Bundles the host as modules for Node, all in one folder. Everything that is not external becomes part of them. */
export async function bundleHost(bundle: HostBundle): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: bundle.plugins ?? [],
    ssr: { noExternal: true, external: bundle.external, resolve: { conditions: CONDITIONS } },
    build: {
      ssr: true,
      target: 'node22',
      minify: false,
      sourcemap: bundle.hasMaps ?? false,
      outDir: bundle.folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: bundle.programs,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}
