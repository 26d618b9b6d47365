import type { ChartTexts } from '#machines/chart/chart-texts.ts'
import type { acknowledgmentMachine } from './acknowledgment.machine.ts'

export const texts = {
  events: {
    'document.open': 'Open the document',
    'document.accept': 'Read and accepted',
    'request.withdraw': 'Withdraw the request',
    'version.replace': 'Upload a newer version',
  },
} satisfies ChartTexts<typeof acknowledgmentMachine>
