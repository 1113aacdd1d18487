import { build } from 'vite'

/** The build that scripts/buildPackage.ts creates; without it, bundling fails with a message. */
const NPM_BUILD = new URL('../../dist/define.js', import.meta.url).pathname
const ENTRY = 'virtual:shop'
/** The element's version in its class. */
const VERSION = /(version = ["'])\d+\.\d+\.\d+(["'])/

/**
 * Returns the output of a shop's own bundler for the element's npm build, with its own Lit and every file below `base`. It defines the
 * element under another tag, and under the common tag if that is free. `version` stands for a release that differs from the CDN's. The
 * files are returned by name; `entry.js` is the page's script. Node only.
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

/** The shop registers the common tag twice, like two parts of one page. */
function shopOf(tag: string): string {
  return `import { defineSecurePayment } from ${JSON.stringify(NPM_BUILD)}
defineSecurePayment(${JSON.stringify(tag)})
defineSecurePayment()
defineSecurePayment()`
}
