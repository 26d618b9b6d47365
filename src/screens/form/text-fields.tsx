import { Textarea, TextInput } from '@mantine/core'
import type { RecordFields } from './record-page.tsx'

export interface TextField<Values> {
  readonly name: keyof Values & string
  readonly label: string
  /** More than one line. */
  readonly isLong?: boolean
}

/** The fields of a form that has only text inputs, all of them required. */
export const textFields = <Values extends Record<string, string>>(fields: readonly TextField<Values>[]) =>
  function TextFields({ form, errorOf, isBusy }: RecordFields<Values>) {
    return fields.map(({ name, label, isLong }) => {
      const props = {
        label,
        withAsterisk: true,
        readOnly: isBusy,
        autoComplete: 'off',
        ...form.getInputProps(name),
        error: errorOf(name),
      }
      return isLong ? <Textarea key={name} {...props} autosize minRows={2} /> : <TextInput key={name} {...props} />
    })
  }
