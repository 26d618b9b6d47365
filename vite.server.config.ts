import { defineConfig } from 'vite'

/** Bundles the server: everything but the packages with native or WASM parts of their own, or with data files. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    copyPublicDir: false,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        'embedded-worker': 'server/db/embedded-worker.ts',
        'rotate-ssn-keys': 'server/rotate-ssn-keys.ts',
        'move-documents': 'server/move-documents.ts',
        'document-worker': 'server/document-worker.ts',
        'build-database': 'server/db/build-database.ts',
      },
      output: { entryFileNames: '[name].js' },
    },
  },
  ssr: {
    noExternal: true,
    external: [
      '@electric-sql/pglite',
      'pg',
      '@node-rs/argon2',
      'sharp',
      'fs-native-extensions',
      'piscina',
      'subset-font',
      'pdfkit',
      'fontkit',
    ],
  },
})
