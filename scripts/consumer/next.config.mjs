// biome-ignore lint/style/noDefaultExport: Next loads its settings from the default export of this file.
export default {
  output: 'export',
  distDir: 'dist/next',
  turbopack: { root: import.meta.dirname },
}
