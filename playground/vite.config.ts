import { defineConfig } from 'vite'

/** Builds the demo pages: the shop, crypto to a bank account, the webhook inspector and the page with every state of the element. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  resolve: { conditions: ['@secure-payment/source', 'module', 'browser', 'default'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    rollupOptions: {
      input: ['index.html', 'fiat.html', 'inspector.html', 'states.html'].map(
        (page) => `${import.meta.dirname}/${page}`,
      ),
    },
  },
})
