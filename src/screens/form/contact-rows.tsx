import { Text, TextInput } from '@mantine/core'
import { capitalized } from '#domain/words.ts'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconTrash } from '#ui/icons/trash.ts'
import classes from './form-grid.module.css'
import { AddRow, FormSection } from './form-section.tsx'
import { type RowsFields, removeRow, shownRows } from './rows-form.ts'

interface Contact {
  readonly id: number | null
  readonly isDeleted: boolean
}

interface Props<Of extends Contact> extends RowsFields {
  readonly title: string
  /** 'contact': in the names of rows and buttons. */
  readonly noun: string
  /** The list's path in the form. */
  readonly list: string
  readonly contacts: readonly Of[]
  readonly fields: readonly { readonly name: keyof Of & string; readonly label: string; readonly isAsked: boolean }[]
  readonly blank: Of
  /** Shown when there is none. */
  readonly emptyText?: string
}

/** Contacts in a form, a box each. */
export const ContactRows = <Of extends Contact>({
  form,
  errorOf,
  isBusy,
  isView,
  title,
  noun,
  list,
  contacts,
  fields,
  blank,
  emptyText,
}: Props<Of>) => {
  const shown = shownRows(contacts)
  const name = capitalized(noun)
  return (
    <FormSection
      title={title}
      action={
        !isView && (
          <AddRow label={`Add ${name}`} isBusy={isBusy} onAdd={() => form.insertListItem(list, { ...blank })} />
        )
      }
    >
      {shown.length === 0 && emptyText !== undefined && (
        <Text size="sm" c="dimmed">
          {emptyText}
        </Text>
      )}
      {shown.map((contact, place) => {
        const path = `${list}.${contact.index}`
        return (
          <fieldset key={form.key(path)} className={classes.card} aria-label={`${name} ${place + 1}`}>
            <div className={classes.withAction}>
              <div className={classes.row}>
                {fields.map((field) => (
                  <TextInput
                    key={field.name}
                    label={field.label}
                    required={field.isAsked}
                    readOnly={isBusy}
                    autoComplete="off"
                    {...form.getInputProps(`${path}.${field.name}`)}
                    error={errorOf(`${path}.${field.name}`)}
                  />
                ))}
              </div>
              {!isView && (
                <div className={classes.actions}>
                  <IconAction
                    icon={IconTrash}
                    color="red"
                    disabled={isBusy}
                    label={`Delete ${noun} ${place + 1}`}
                    tooltip="Delete"
                    onClick={() => removeRow(form, list, contact)}
                  />
                </div>
              )}
            </div>
          </fieldset>
        )
      })}
    </FormSection>
  )
}
