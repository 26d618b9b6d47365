import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useEffect } from 'react'
import { importFile } from '#contract/imports.ts'
import { type ImportKind, useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { ImportDialog } from './import-dialog.tsx'
import { importWords } from './import-words.ts'

interface Props {
  readonly kind: ImportKind
  /** Records were added. */
  readonly onDone: () => void
}

/** Adds records of a list from a spreadsheet. */
export const ImportButton = ({ kind, onDone }: Props) => {
  const machines = useProvided('imports')[kind]
  const flow = useActorRef(machines.flow, { input: { rule: importFile } })
  useEffect(() => {
    const { unsubscribe } = flow.on('import.done', onDone)
    return unsubscribe
  }, [flow, onDone])
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        onClick={() => flow.send({ type: 'import.open' })}
      >
        Import
      </Button>
      <ImportDialog flow={flow} machines={machines} words={importWords[kind]} />
    </>
  )
}
