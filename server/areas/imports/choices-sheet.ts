import type { SheetToWrite } from '#server/documents/sheet.ts'

/** The sheet behind a sample that lists what can be chosen, a column each. */
export const choicesSheet = (choices: Readonly<Record<string, readonly string[]>>): SheetToWrite => {
  const lists = Object.values(choices)
  return {
    name: 'Choices',
    columns: Object.keys(choices).map((title) => ({ title, width: 26 })),
    rows: Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, row) =>
      lists.map((list) => list[row]),
    ),
  }
}
