import type { DownloadedFile } from '#contract/api-client.ts'
import type { Workflow } from '#machines/definition/workflow.ts'
import { workflowNamed, workflowOf } from '#workflows/catalog.ts'
import type { DrawingFile } from '#workflows/drawing/chart-viewer.machine.ts'
import { type ChartPicture, toPicture } from '#workflows/drawing/svg.ts'
import { toGraph } from '#workflows/model/chart-graph.ts'
import type { ChartCaption } from '#workflows/model/chart-marks.ts'
import { chartNames, wordNamesOf } from '#workflows/model/chart-names.ts'
import { behaviorTables } from './behavior-table.ts'
import { toMermaid } from './mermaid.ts'
import { toScxml } from './scxml.ts'
import { toXStateJson } from './xstate-json.ts'

/** The PNG's pixel ratio, for sharp prints. */
const SHARPNESS = 2
/** The browsers' limit for a canvas side. */
const LONGEST_SIDE = 16_000

const textFile = (text: string, type: string): Blob => new Blob([text], { type: `${type};charset=utf-8` })

const svgFile = (svg: string): Blob => textFile(svg, 'image/svg+xml')

const pixelsOf = async ({ svg, width, height }: ChartPicture): Promise<Blob> => {
  const address = URL.createObjectURL(svgFile(svg))
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

const workbookOf = async (workflow: Workflow, { tables = [] }: Partial<ChartCaption> = {}): Promise<Blob> => {
  const { utils, write } = await import('@e965/xlsx')
  const book = utils.book_new()
  for (const { name, columns, rows } of [...behaviorTables(workflow), ...tables]) {
    const sheet = utils.aoa_to_sheet([columns.map(({ title }) => title), ...rows.map((row) => [...row])])
    sheet['!cols'] = columns.map(({ width }) => ({ wch: width }))
    sheet['!autofilter'] = {
      ref: utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length, c: columns.length - 1 } }),
    }
    utils.book_append_sheet(book, sheet, name)
  }
  return new Blob([write(book, { type: 'array', bookType: 'xlsx', compression: true })], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}

/** `hours-on-the-calendar` */
const fileNameOf = ({ title }: Workflow): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const scxmlFileOf = (machine: string): string | undefined => {
  const workflow = workflowOf(machine)
  return workflow && `${fileNameOf(workflow)}.scxml`
}

const contentOf = async (workflow: Workflow, { drawing, marks, naming, format }: DrawingFile): Promise<Blob> => {
  const picture = () => toPicture(drawing, workflow.title, marks)
  switch (format) {
    case 'svg':
      return svgFile(picture().svg)
    case 'png':
      return pixelsOf(picture())
    case 'pdf':
      return (await import('./pdf-of-picture.ts')).pdfOfPicture(picture(), workflow.title)
    case 'mmd':
      return textFile(toMermaid(toGraph(workflow.machine, chartNames(workflow, naming))), 'text/plain')
    case 'json':
      return textFile(`${JSON.stringify(toXStateJson(workflow.machine), undefined, 2)}\n`, 'application/json')
    case 'scxml':
      return textFile(
        toScxml(workflow.machine, { fileOf: scxmlFileOf, words: wordNamesOf(workflow) }),
        'application/scxml+xml',
      )
    case 'xlsx':
      return workbookOf(workflow, marks?.caption)
  }
}

/** A workflow as a file. */
export const drawingFile = async (wanted: DrawingFile): Promise<DownloadedFile> => {
  const workflow = workflowNamed(wanted.workflow)
  if (!workflow) throw new Error(`Workflow ${wanted.workflow} does not exist.`)
  return { name: `${fileNameOf(workflow)}.${wanted.format}`, content: await contentOf(workflow, wanted) }
}
