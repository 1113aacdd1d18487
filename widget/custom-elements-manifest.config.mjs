import { removePrivate } from './scripts/removePrivate.mjs'

/** What the analyzer reads, and what of it is nobody's business. */
// biome-ignore lint/style/noDefaultExport: the analyzer reads this export
export default {
  globs: ['src/secure-payment.ts', 'src/events.ts', 'src/define.ts'],
  litelement: true,
  packagejson: false,
  plugins: [removePrivate()],
}
