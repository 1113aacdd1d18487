/**
 * The server settings for browser suites. A suite with its own page loads the same few hundred modules as the shared page. No module
 * changes during one run (`vitest run`), so the browser caches the modules. When Vitest watches files, the browser requests each module
 * again.
 */
export const suiteServer = process.argv.includes('run')
  ? { headers: { 'cache-control': 'max-age=3600' } }
  : {}
