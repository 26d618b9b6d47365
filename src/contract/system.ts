import { z } from 'zod'
import { access, defineEndpoint } from './endpoint.ts'

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Health check',
  access: access.public('Reveals only whether the server is up.'),
  data: z.object({ database: z.enum(['up', 'down']), engine: z.enum(['embedded', 'postgresql']), version: z.string() }),
  replies: { 503: 'The database is not responding, or its disk is full' },
})

export const endpoints = { getHealth }
