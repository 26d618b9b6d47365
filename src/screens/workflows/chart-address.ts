/** The workflows page's place, as encoded in its address. */
import type { ChartPlace } from '#machines/workflows/chart-viewer.machine.ts'
import type { AddressBook } from '#screens/use-address.ts'

const MAX_WORDS = 200

/**
 * Falls back to the first workflow or view if the address names an unknown one.
 *
 * @param workflows the valid names
 * @param views the valid ids
 */
export const chartAddress = (workflows: readonly string[], views: readonly string[]): AddressBook<ChartPlace> => {
  const [first = ''] = workflows
  const [firstView = ''] = views
  return {
    read: (search) => {
      const query = new URLSearchParams(search)
      const view = query.get('view') ?? firstView
      const workflow = query.get('chart') ?? ''
      return {
        workflow: workflows.includes(workflow) ? workflow : first,
        view: views.includes(view) ? view : firstView,
        detail: query.get('detail') ?? '',
        naming: query.get('names') === 'code' ? 'code' : 'words',
        closed: query.getAll('closed'),
        chosen: query.get('state') ?? undefined,
        words: (query.get('find') ?? '').slice(0, MAX_WORDS),
      }
    },
    write: ({ workflow, view, detail, naming, closed, chosen, words }) => {
      const query = new URLSearchParams()
      if (workflow !== first) query.set('chart', workflow)
      if (view !== firstView) query.set('view', view)
      if (detail !== '') query.set('detail', detail)
      if (naming !== 'words') query.set('names', naming)
      for (const id of closed) query.append('closed', id)
      if (chosen !== undefined) query.set('state', chosen)
      if (words !== '') query.set('find', words)
      return query.toString()
    },
    isTyping: (before, after) => before.words !== after.words,
  }
}
