import { z } from 'zod'
import { access, defineEndpoint } from './endpoint.ts'

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the server can do its work, for monitors',
  access: access.public('It tells nothing but up or down.'),
  data: z.object({ database: z.enum(['up', 'down']), engine: z.enum(['embedded', 'postgresql']), version: z.string() }),
  replies: { 503: 'The database does not answer' },
})
