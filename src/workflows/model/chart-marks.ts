/** What a drawing highlights, besides the statechart itself. */

/** How a state or transition is highlighted. */
export interface ChartMark {
  /**
   * `now` is the current state, `lit` what was taken; `added`, `removed` and `changed` compare versions; `good` and `bad`
   * rate coverage, the heats the time in a state.
   */
  readonly tone:
    | ('lit' | 'now' | 'good' | 'bad' | 'muted')
    | ('added' | 'removed' | 'changed')
    | ('heat1' | 'heat2' | 'heat3' | 'heat4' | 'heat5')
  /** A short text on it, such as a number. */
  readonly badge?: string
  /** The mark's meaning, for tooltips and screen readers. */
  readonly title?: string
}

/** A sheet of a spreadsheet. */
export interface ChartTable {
  readonly name: string
  readonly columns: readonly { readonly title: string /** In characters. */; readonly width: number }[]
  readonly rows: readonly (readonly (string | number)[])[]
}

/** What the marks say, for files and prints: on the page, the panel says it. */
export interface ChartCaption {
  /** The view and its period: 'Waits, 11/01/2027 to 11/30/2027'. */
  readonly text: string
  readonly legend?: readonly { readonly tone: ChartMark['tone']; readonly words: string }[]
  /** The view's numbers. */
  readonly tables?: readonly ChartTable[]
}

export interface ChartMarks {
  /** By XState's state id, `timesheetModal.entering.saving`. */
  readonly states: ReadonlyMap<string, ChartMark>
  /** By `readChart`'s transition id. */
  readonly transitions: ReadonlyMap<string, ChartMark>
  readonly caption?: ChartCaption
}
