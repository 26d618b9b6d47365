import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate` writes the next migration from the schema. */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './server/db/schema/*.ts',
  out: './server/db/migrations',
})
