import { removePrivate } from './scripts/removePrivate.mjs'

/** The input of the analyzer, and the parts that stay out of the manifest. */
// biome-ignore lint/style/noDefaultExport: the analyzer reads this export
export default {
  globs: [
    'src/{ElementSettings,FormElement,PaymentElement,secure-payment}.ts',
    'src/events.ts',
    'src/define.ts',
  ],
  litelement: true,
  packagejson: false,
  plugins: [removePrivate()],
}
