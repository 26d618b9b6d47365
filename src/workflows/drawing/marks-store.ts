import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { ChartMarks } from '#workflows/model/chart-marks.ts'

/**
 * Passes marks from a view to the drawing next to it. The drawing stays mounted while views change, so that it keeps its
 * position and zoom.
 */
export interface MarksStore {
  readonly get: () => ChartMarks | undefined
  readonly put: (marks: ChartMarks | undefined) => void
  readonly subscribe: (listener: () => void) => () => void
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
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useMarksStore = (): MarksStore => useState(createMarksStore)[0]

export const useMarks = (store: MarksStore): ChartMarks | undefined => useSyncExternalStore(store.subscribe, store.get)

/** Shows the marks while mounted. */
export const usePutMarks = (store: MarksStore, marks: ChartMarks | undefined): void => {
  useLayoutEffect(() => {
    store.put(marks)
    return () => store.put(undefined)
  }, [store, marks])
}
