import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [
    vue({
      // Without this setting, Vue would look for a Vue component with the tag's name.
      template: { compilerOptions: { isCustomElement: (tag) => tag === 'secure-payment' } },
    }),
  ],
  build: { target: 'es2023' },
})
