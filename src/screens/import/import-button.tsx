import { Button } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { importFile } from '#contract/imports.ts'
import { usePageApi } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { IconFileImport } from '#ui/icons/file-import.ts'
import { importMachineOf } from './import-calls.ts'
import type { ImportDefinition } from './import-definition.ts'
import { ImportDialog } from './import-dialog.tsx'

interface Props {
  readonly definition: ImportDefinition
  /** Records were added. */
  readonly onDone: () => void
}

/** Opens the import of a list's records from a spreadsheet. */
export const ImportButton = ({ definition, onDone }: Props) => {
  const { client } = usePageApi()
  const machine = useMemo(() => importMachineOf(client, definition), [client, definition])
  const flow = useActorRef(machine, { input: { rule: importFile } })
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
      <ImportDialog flow={flow} definition={definition} />
    </>
  )
}
