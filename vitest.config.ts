import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'server/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'browser',
          include: ['tests/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each file drives a Chromium of its own against a server of its own: two at a time fill two cores.
          maxWorkers: 2,
        },
      },
    ],
  },
})
