import type { SheetToWrite } from '#server/documents/sheet.ts'

/** The second sheet of a sample: the available choices, one list per column. */
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
