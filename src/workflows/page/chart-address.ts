/** The workflows page's place, as encoded in its address. */

import type { AddressBook } from '#screens/use-address.ts'
import type { ChartPlace } from '#workflows/drawing/chart-viewer.machine.ts'

const MAX_WORDS = 200

/**
 * Without a workflow or view, or with an unknown view, the first; the name of an unknown workflow is kept, for the page
 * to say so.
 *
 * @param views the valid ids
 */
export const chartAddress = (first: string, views: readonly string[]): AddressBook<ChartPlace> => {
  const [firstView = ''] = views
  return {
    read: (search) => {
      const query = new URLSearchParams(search)
      const view = query.get('view') ?? firstView
      return {
        workflow: (query.get('chart') || first).slice(0, MAX_WORDS),
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
