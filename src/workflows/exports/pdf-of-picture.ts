/** A drawing as a PDF whose lines and texts stay lines and texts, at any zoom and for searching. */

import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf?url'
import semiBold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf?url'
import { jsPDF } from 'jspdf'
import { svg2pdf } from 'svg2pdf.js'
import type { ChartPicture } from '#workflows/drawing/svg.ts'

const POINTS_PER_PIXEL = 0.75
/** Viewers refuse longer pages. */
const LONGEST_SIDE = 14_400

/** Printers' fonts lack arrows; the drawing's widths are those of Inter. */
const FONTS = [
  { file: 'Inter-Regular.ttf', address: regular, weight: 400 },
  { file: 'Inter-SemiBold.ttf', address: semiBold, weight: 600 },
] as const

/** @throws Error if the font can't be loaded */
const fontOf = async (address: string): Promise<string> => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The font could not be loaded: ${response.status}.`)
  return Array.from(new Uint8Array(await response.arrayBuffer()), (byte) => String.fromCharCode(byte)).join('')
}

/** A PDF has no order of fill and stroke: the white outline of a label becomes a text of its own, below the label. */
const separateOutlines = (svg: Element): void => {
  for (const label of svg.querySelectorAll('[paint-order="stroke"]')) {
    const outline = label.cloneNode(true)
    label.before(outline)
    label.removeAttribute('stroke')
  }
}

export const pdfOfPicture = async ({ svg, width, height }: ChartPicture, title: string): Promise<Blob> => {
  const scale = Math.min(POINTS_PER_PIXEL, LONGEST_SIDE / Math.max(width, height))
  const size = { width: width * scale, height: height * scale }
  const pdf = new jsPDF({
    unit: 'pt',
    format: [size.width, size.height],
    orientation: width > height ? 'landscape' : 'portrait',
    compress: true,
    putOnlyUsedFonts: true,
  })
  pdf.setProperties({ title, creator: 'Homeroom' })
  const fonts = await Promise.all(FONTS.map(async (font) => ({ ...font, data: await fontOf(font.address) })))
  for (const { file, weight, data } of fonts) {
    pdf.addFileToVFS(file, data)
    pdf.addFont(file, 'Inter', 'normal', weight)
  }
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  separateOutlines(drawing)
  await svg2pdf(drawing, pdf, size)
  return pdf.output('blob')
}
