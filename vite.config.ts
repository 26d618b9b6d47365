import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

export default defineConfig({
  plugins: [
    react(),
    // The server sends these as they are. Brotli's own quality of 11 would double the time of a build.
    compression({
      include: /\.(js|css)$/,
      algorithms: [defineAlgorithm('brotli', { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }), 'gzip'],
      logLevel: 'silent',
    }),
  ],
  build: {
    outDir: 'dist/client',
    // Strict CSP (no data: scripts or fonts): assets stay files.
    assetsInlineLimit: 0,
    sourcemap: true,
    // The first script names every other: without their own names it is a kilobyte smaller. Source maps know what is what.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash:8].js',
        // Left alone, every set of screens that share a module gets a script of its own: over a hundred requests for
        // the Home Page (docs/decisions/few-scripts.md).
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'sign-in', test: /[\\/]sign-in-screen\.tsx/, priority: 1 },
            { name: 'shared', minShareCount: 6 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/calendar', '/embed', '/stop-mail'].map((path) => [path, 'http://127.0.0.1:4173']),
    ),
  },
})
