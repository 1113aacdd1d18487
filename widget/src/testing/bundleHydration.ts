import { build } from 'vite'

let bundle: Promise<Map<string, string>> | undefined

/** Returns the bundle of an application that hydrates the element, by file name; `entry.js` is its page's script. Node only. */
export function bundleHydration(): Promise<Map<string, string>> {
  bundle ??= buildOnce()
  return bundle
}

async function buildOnce(): Promise<Map<string, string>> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@secure-payment/source', 'module', 'browser', 'default'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: { entry: new URL('./hydrate.ts', import.meta.url).pathname },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  if (!('output' in result)) throw new Error('One build was asked for.')
  return new Map(
    result.output.flatMap((file) =>
      file.type === 'chunk' ? [[file.fileName, file.code] as const] : [],
    ),
  )
}
