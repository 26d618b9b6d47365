import { Button, Group } from '@mantine/core'
import { Dialog } from '#ui/dialog/dialog.tsx'

interface Props {
  readonly question: string
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Asks before an action that can't be undone. */
export const QuestionDialog = ({ question, onYes, onNo }: Props) => (
  <Dialog opened onClose={onNo} title={question} size="sm">
    <Group justify="flex-end" mt="sm">
      <Button variant="default" onClick={onNo} data-autofocus>
        No
      </Button>
      <Button onClick={onYes}>Yes</Button>
    </Group>
  </Dialog>
)
