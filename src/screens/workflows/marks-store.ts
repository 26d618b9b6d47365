import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { ChartMarks } from './chart-view.ts'

/**
 * The way from a view to the drawing beside it. The drawing stays where it is while views come and go, so that it keeps
 * its place and size.
 */
export interface MarksStore {
  readonly get: () => ChartMarks | undefined
  readonly put: (marks: ChartMarks | undefined) => void
  readonly subscribe: (told: () => void) => () => void
}

const createMarksStore = (): MarksStore => {
  let marks: ChartMarks | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => marks,
    put: (next) => {
      if (next === marks) return
      marks = next
      for (const tell of listeners) tell()
    },
    subscribe: (told) => {
      listeners.add(told)
      return () => listeners.delete(told)
    },
  }
}

export const useMarksStore = (): MarksStore => useState(createMarksStore)[0]

export const useMarks = (store: MarksStore): ChartMarks | undefined => useSyncExternalStore(store.subscribe, store.get)

/** Shows marks for as long as it is mounted with them. */
export const usePutMarks = (store: MarksStore, marks: ChartMarks | undefined): void => {
  useLayoutEffect(() => {
    store.put(marks)
    return () => store.put(undefined)
  }, [store, marks])
}
