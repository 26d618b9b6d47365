/** A form's fields from a list of definitions. A form with anything else has its own component. */
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useSelector } from '@xstate/react'
import type { Call } from '#contract/call.ts'
import type { Option } from '#contract/filters.ts'
import { useDetailsOf } from '#screens/use-calls.ts'
import { DateField } from '#ui/date-field/date-field.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import type { RecordFields } from './record-page.tsx'

/** The names of the values that have a type. */
type NamesOf<Values, Type> = { [Name in keyof Values]: Values[Name] extends Type ? Name : never }[keyof Values] & string

interface FieldBase {
  readonly label: string
  /** Marks the field as required; the schema validates it. Default true. */
  readonly isRequired?: boolean
}

interface TextField<Values> extends FieldBase {
  /** Default 'text'; 'longText' has several lines. */
  readonly kind?: 'text' | 'longText'
  readonly name: NamesOf<Values, string>
}

/** The value is the id of the option; null if none is selected. */
interface ChoiceField<Values> extends FieldBase {
  readonly kind: 'choice'
  readonly name: NamesOf<Values, number | null>
  readonly options: readonly Option[] | Call<null, readonly Option[]>
}

/** The value is a `LocalDate`, or '' for none. */
interface DateFieldOf<Values> extends FieldBase {
  readonly kind: 'date'
  readonly name: NamesOf<Values, string>
}

interface CheckboxField<Values> extends Omit<FieldBase, 'isRequired'> {
  readonly kind: 'checkbox'
  readonly name: NamesOf<Values, boolean>
}

export type RecordField<Values> = TextField<Values> | ChoiceField<Values> | DateFieldOf<Values> | CheckboxField<Values>

interface ChoiceProps<Values> {
  readonly field: ChoiceField<Values>
  readonly form: UseFormReturnType<Values>
  readonly error: string | undefined
  readonly isBusy: boolean
}

const NONE: readonly Option[] = []
const nothing: Call<null, readonly Option[]> = { run: async () => NONE }

const Choice = <Values,>({ field, form, error, isBusy }: ChoiceProps<Values>) => {
  const { label, name, options, isRequired = true } = field
  const isFixed = !('run' in options)
  const list = useDetailsOf(isFixed ? nothing : options, null)
  const { data, message } = useSelector(list, ({ context }) => context)
  const isFailed = useSelector(list, (snapshot) => snapshot.hasTag('failed'))
  const offered = isFixed ? options : data
  const { value, onChange } = form.getInputProps(name)
  return (
    <>
      {isFailed && (
        <FailedToRead
          message={message ?? `The options of ${label} could not be loaded.`}
          onRetry={() => list.send({ type: 'details.retry' })}
        />
      )}
      <IdSelect
        label={label}
        required={isRequired}
        // An open list would cover the message below the field.
        openOnFocus={false}
        options={(offered ?? NONE).map((option) => ({ id: option.id, label: option.name }))}
        isLoading={offered === undefined && !isFailed}
        value={value}
        onChange={onChange}
        disabled={isBusy}
        error={error}
      />
    </>
  )
}

const Field = <Values,>({
  field,
  form,
  errorOf,
  isBusy,
}: RecordFields<Values, unknown> & { readonly field: RecordField<Values> }) => {
  const { label, name } = field
  const error = errorOf(name)
  switch (field.kind) {
    case 'choice':
      return <Choice field={field} form={form} error={error} isBusy={isBusy} />
    case 'checkbox':
      return <Checkbox label={label} disabled={isBusy} {...form.getInputProps(name, { type: 'checkbox' })} />
    case 'date': {
      const { value, onChange } = form.getInputProps(name)
      const { isRequired = true } = field
      return (
        <DateField
          label={label}
          required={isRequired}
          disabled={isBusy}
          value={value}
          onChange={onChange}
          error={error}
        />
      )
    }
    default: {
      const { isRequired = true } = field
      const props = {
        label,
        required: isRequired,
        readOnly: isBusy,
        autoComplete: 'off',
        ...form.getInputProps(name),
        error,
      }
      return field.kind === 'longText' ? <Textarea {...props} autosize minRows={2} /> : <TextInput {...props} />
    }
  }
}

export const recordFields = <Values,>(fields: readonly RecordField<Values>[]) =>
  function Fields(form: RecordFields<Values, unknown>) {
    return fields.map((field) => <Field key={field.name} field={field} {...form} />)
  }
