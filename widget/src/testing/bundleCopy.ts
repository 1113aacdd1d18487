import { build } from 'vite'

/** The build that scripts/buildPackage.ts creates; `bundleCopy` fails if it is missing. */
const NPM_BUILD = new URL('../../dist/define.js', import.meta.url).pathname
const ENTRY = 'virtual:shop'
/** The version that the element's class declares. */
const VERSION = /(version = ["'])\d+\.\d+\.\d+(["'])/

/**
 * Bundles the element's npm build with its own copy of Lit, as a shop's bundler does, and returns the files by name. The page loads
 * `entry.js`, and every other file from `base`. The script defines the element as `tag`, and as the default tag if it is free.
 * `version` replaces the build's version, to simulate a release that differs from the CDN's. Node only.
 */
export async function bundleCopy(options: {
  tag: string
  version: string
  base: string
}): Promise<Map<string, string>> {
  let isRenamed = false
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    base: options.base,
    plugins: [
      {
        name: 'shop',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? shopOf(options.tag) : null),
        transform(code, id) {
          if (!id.endsWith('/dist/secure-payment.js')) return null
          isRenamed = VERSION.test(code)
          return { code: code.replace(VERSION, `$1${options.version}$2`), map: null }
        },
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: { entry: ENTRY },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  if (!isRenamed) throw new Error('The npm build contains no version.')
  if (!('output' in result)) throw new Error('One build was asked for.')
  return new Map(
    result.output.flatMap((file) =>
      file.type === 'chunk' ? [[file.fileName, file.code] as const] : [],
    ),
  )
}

/** Returns the shop's entry module, which defines the default tag twice, like two scripts of one page. */
function shopOf(tag: string): string {
  return `import { defineSecurePayment } from ${JSON.stringify(NPM_BUILD)}
defineSecurePayment(${JSON.stringify(tag)})
defineSecurePayment()
defineSecurePayment()`
}
