import { defineConfig } from 'vite'

/** Builds the demo pages: the shop, crypto to a bank account, the webhook inspector, every state of the element, and the design page. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  resolve: { conditions: ['@secure-payment/source', 'module', 'browser', 'default'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    rollupOptions: {
      input: ['index', 'fiat', 'inspector', 'states', 'design', 'design-preview'].map(
        (page) => `${import.meta.dirname}/${page}.html`,
      ),
    },
  },
})
