import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

/**
 * Every zod schema carries methods that describe it as JSON Schema, which only the server and tests use. Browsers get
 * functions that do nothing in place of them: 5 kB less for the sign-in page, compressed.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler: (code) => {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      const exported = [
        ...names.map((name) => `none as ${name}`),
        ...(code.includes(' as process }') ? ['none as process'] : []),
      ]
      return { code: `const none = () => none; export { ${exported.join(', ')} }`, map: null }
    },
  },
}

/** Recurrence rules can read and write sentences, which nothing here uses: the portal has its own words for them. */
const withoutSentences: Plugin = {
  name: 'without-sentences',
  transform: {
    filter: { id: /\/rrule\/dist\/esm\/nlp\/index\.js$/ },
    handler: () => ({
      code: `const none = () => undefined
export { none as fromText, none as parseText, none as toText, none as isFullyConvertible }`,
      map: null,
    }),
  },
}

/** What jsPDF loads to turn pages of HTML into PDFs, which nothing here does. */
const withoutHtmlPages: Plugin = {
  name: 'without-html-pages',
  load: {
    filter: { id: /\/node_modules\/(html2canvas|dompurify|canvg)\// },
    handler: () => 'export default undefined',
  },
}

/** The screens that people have open all day (docs/decisions/compiled-screens.md). */
const COMPILED = /[\\/]src[\\/]screens[\\/](home|schedule)[\\/].*\.tsx?$/

export default defineConfig(({ command }) => ({
  plugins: [
    withoutJsonSchema,
    withoutSentences,
    withoutHtmlPages,
    // During development, React's fast refresh does not work with it.
    react(command === 'build' ? { compiler: true, include: COMPILED } : {}),
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
    // Not named in the scripts, since the server does not send them.
    sourcemap: 'hidden',
    // The first script names every other: without their own names it is a kilobyte smaller. Source maps know what is what.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash:8].js',
        // Left alone, every set of screens that share a module gets a script of its own: over a hundred requests for
        // the Home Page (docs/decisions/few-scripts.md).
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 5 },
            { name: 'sign-in', test: /[\\/]sign-in-screen\.tsx/, priority: 4 },
            { name: 'calls', test: /[\\/](check-sign-in|http-client|kept-session|session-calls)\.ts/, priority: 3 },
            { name: 'inside', test: /[\\/]app[\\/](inside\.tsx|route-table\.ts)/, priority: 2 },
            { name: 'home', test: /[\\/](admin|provider)-home-screen\.tsx|[\\/]schedule-workflows\.ts/, priority: 1 },
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
}))
