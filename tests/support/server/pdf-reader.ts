/** Reads PDFs in tests, with the parser that browsers use. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/**
 * The texts of each page in the order in which they were written; each is one line of a cell, a header or a note. Sizes
 * are widths and heights in points.
 */
export const readPdf = async (
  bytes: Uint8Array,
): Promise<{ title: string; pages: string[][]; sizes: (readonly [number, number])[] }> => {
  // A copy, because the reader takes ownership of the memory.
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 })
  const pdf = await task.promise
  const { info } = await pdf.getMetadata()
  const pages: string[][] = []
  const sizes: (readonly [number, number])[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    sizes.push([Math.round(width), Math.round(height)])
    const { items } = await page.getTextContent()
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])))
  }
  await task.destroy()
  return { title: 'Title' in info ? String(info.Title) : '', pages, sizes }
}
