import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Builds the page of `main.js` with the bundler that the argument names, into `dist/<bundler>`. */
const [bundler = ''] = process.argv.slice(2)
const root = import.meta.dirname
const dist = join(root, 'dist', bundler)
const entry = join(root, 'main.js')

const BUILDS = {
  async vite() {
    const { build } = await import('vite')
    await build({ root, logLevel: 'warn', build: { outDir: dist, target: 'es2022' } })
  },
  async esbuild() {
    const { build } = await import('esbuild')
    const entryPoints = [entry]
    const { warnings } = await build({
      entryPoints,
      outdir: dist,
      bundle: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      minify: true,
    })
    failOn(warnings)
    copyFileSync(join(root, 'index.html'), join(dist, 'index.html'))
  },
  async webpack() {
    const { default: webpack } = await import('webpack')
    const output = { path: dist, filename: 'main.js', publicPath: '/' }
    const compiler = webpack({ mode: 'production', context: root, entry, output })
    const stats = await promisify(compiler.run.bind(compiler))()
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true })
    // The page's size is the shop's decision.
    failOn([...errors, ...warnings.filter(({ message }) => !/size/i.test(message))])
    copyFileSync(join(root, 'index.html'), join(dist, 'index.html'))
  },
}

const build = BUILDS[bundler]
if (build === undefined) throw new Error(`There is no bundler ${bundler}.`)
mkdirSync(dist, { recursive: true })
await build()

function failOn(problems) {
  if (problems.length > 0) throw new Error(JSON.stringify(problems, null, 2))
}
