import { mount } from './mount.tsx'
import { ROUTES } from './route-table.ts'

mount(ROUTES)
