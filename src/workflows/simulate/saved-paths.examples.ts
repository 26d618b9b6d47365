import type { Examples } from '#machines/definition/examples.ts'
import type { savedPathsMachine } from './saved-paths.machine.ts'

const kept = { name: 'Wrong password', path: '*.form.submit*-filled*.signIn_error*-wrong_password' }
const refused = new Error('Storage is disabled')

export const examples = {
  inputs: { 'signing in': { workflow: 'session/sign-in' } },
  cases: {
    'name.ask': 'bare',
    'name.cancel': 'bare',
    'name.change': 'bare',
    'path.save': {
      'a new name': { name: ' Right password ', path: '*.form.submit*-filled' },
      'no name': { name: ' ', path: '*.form.submit*-filled' },
      'a duplicate name': { name: `${kept.name} `, path: '*.form.submit*-filled' },
    },
    'path.delete': { 'the first': { name: kept.name } },
  },
  outcomes: {
    readPaths: { done: { one: [kept], none: [] }, error: { refused } },
    keepPaths: { done: { kept: undefined }, error: { refused } },
    dropPath: { done: { gone: undefined }, error: { refused } },
  },
} satisfies Examples<typeof savedPathsMachine>
