import { Button, Group, Modal } from '@mantine/core'

interface Props {
  readonly question: string
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Asks before something is done that can't be taken back. */
export const QuestionDialog = ({ question, onYes, onNo }: Props) => (
  <Modal opened onClose={onNo} title={question} size="sm" closeButtonProps={{ 'aria-label': 'Close' }}>
    <Group justify="flex-end" mt="sm">
      <Button variant="default" onClick={onNo} data-autofocus>
        No
      </Button>
      <Button onClick={onYes}>Yes</Button>
    </Group>
  </Modal>
)
