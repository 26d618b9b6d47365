import type { DownloadedFile } from '#contract/api-client.ts'
import type { ChartDrawing } from '#machines/chart/layout.ts'
import { toSvg } from '#machines/chart/svg.ts'
import type { DrawingFile } from '#machines/workflows/chart-viewer.machine.ts'

/** The PNG's pixel ratio, for sharp prints. */
const SHARPNESS = 2
/** The browsers' limit for a canvas side. */
const LONGEST_SIDE = 16_000

const pictureOf = async (svg: Blob, { width, height }: ChartDrawing): Promise<Blob> => {
  const address = URL.createObjectURL(svg)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const scale = Math.min(SHARPNESS, LONGEST_SIDE / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = width * scale
    canvas.height = height * scale
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    if (!picture) throw new Error('The browser could not create the image.')
    return picture
  } finally {
    URL.revokeObjectURL(address)
  }
}

export const drawingFile = async ({ drawing, title, format }: DrawingFile): Promise<DownloadedFile> => {
  const svg = new Blob([toSvg(drawing, title)], { type: 'image/svg+xml' })
  return format === 'SVG'
    ? { name: `${title}.svg`, content: svg }
    : { name: `${title}.png`, content: await pictureOf(svg, drawing) }
}
