import type { ImageRun } from 'docx'
import type { Logo } from './logo.ts'
import { fitInto, type Size, sizeOfPicture } from './pdf/pdf-sheets.ts'

/** The logo in a Word file, as large as fits. @param owner whose it is, for screen readers */
export const logoRun = async (
  docx: typeof import('docx'),
  { mediaType, content }: Logo,
  most: Size,
  owner: string,
): Promise<ImageRun> =>
  new docx.ImageRun({
    type: mediaType === 'image/png' ? 'png' : 'jpg',
    data: content,
    transformation: fitInto(await sizeOfPicture(content), most),
    altText: { name: 'Logo', title: '', description: owner, id: '1' },
  })
