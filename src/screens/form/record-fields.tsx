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
import { IdsSelect } from '#ui/id-select/ids-select.tsx'
import { lockOf } from './lock-of.ts'
import type { RecordFields } from './record-page.tsx'
import { withChosen } from './with-chosen.ts'

/** The names of the values that have a type. */
type NamesOf<Values, Type> = { [Name in keyof Values]: Values[Name] extends Type ? Name : never }[keyof Values] & string

interface FieldBase<Values> {
  readonly label: string
  /** Marks the field as required, always or for some values; the schema validates it. Default true. */
  readonly isRequired?: boolean | ((values: Values) => boolean)
  /** It is only shown. */
  readonly isFixed?: boolean
}

interface TextField<Values> extends FieldBase<Values> {
  /** Default 'text'; 'longText' has several lines. */
  readonly kind?: 'text' | 'longText'
  readonly name: NamesOf<Values, string>
}

/** The value is the id of the option; null if none is selected. */
interface ChoiceField<Values> extends FieldBase<Values> {
  readonly kind: 'choice'
  readonly name: NamesOf<Values, number | null>
  readonly options: readonly Option[] | Call<null, readonly Option[]>
}

/** The value is the ids of the options. */
interface ChoicesField<Values> extends FieldBase<Values> {
  readonly kind: 'choices'
  readonly name: NamesOf<Values, readonly number[]>
  readonly options: Call<null, readonly Option[]>
}

/** The value is a `LocalDate`, or '' for none. */
interface DateFieldOf<Values> extends FieldBase<Values> {
  readonly kind: 'date'
  readonly name: NamesOf<Values, string>
}

interface CheckboxField<Values> extends Omit<FieldBase<Values>, 'isRequired'> {
  readonly kind: 'checkbox'
  readonly name: NamesOf<Values, boolean>
}

export type RecordField<Values> =
  | TextField<Values>
  | ChoiceField<Values>
  | ChoicesField<Values>
  | DateFieldOf<Values>
  | CheckboxField<Values>

interface ChoiceProps<Values> {
  readonly field: ChoiceField<Values> | ChoicesField<Values>
  readonly form: UseFormReturnType<Values>
  readonly error: string | undefined
  readonly isRequired: boolean
  readonly isBusy: boolean
  readonly isView: boolean
}

const NONE: readonly Option[] = []
const nothing: Call<null, readonly Option[]> = { run: async () => NONE }

const Choice = <Values,>({ field, form, error, isRequired, ...state }: ChoiceProps<Values>) => {
  const { label, name, options } = field
  const isFixed = !('run' in options)
  const list = useDetailsOf(isFixed ? nothing : options, null)
  const { data, message } = useSelector(list, ({ context }) => context)
  const isFailed = useSelector(list, (snapshot) => snapshot.hasTag('failed'))
  const offered = isFixed ? options : data
  const { value, onChange } = form.getInputProps(name)
  const found = offered?.map((option) => ({ id: option.id, label: option.name }))
  const isLoading = offered === undefined && !isFailed
  return (
    <>
      {isFailed && (
        <FailedToRead
          message={message ?? `The options of ${label} could not be loaded.`}
          onRetry={() => list.send({ type: 'details.retry' })}
        />
      )}
      {field.kind === 'choices' ? (
        <IdsSelect
          label={label}
          required={isRequired}
          options={withChosen(found, ...value)}
          values={value}
          onChange={onChange}
          {...lockOf(state)}
          error={error}
        />
      ) : (
        <IdSelect
          label={label}
          required={isRequired}
          // An open list would cover the message below the field.
          openOnFocus={false}
          options={withChosen(found, value)}
          isLoading={isLoading}
          value={value}
          onChange={onChange}
          {...lockOf(state)}
          {...(field.isFixed && { variant: 'filled' })}
          error={error}
        />
      )}
    </>
  )
}

const Field = <Values,>({
  field,
  form,
  errorOf,
  isBusy: isSaving,
  isView: isShown,
}: RecordFields<Values, unknown> & { readonly field: RecordField<Values> }) => {
  const { label, name } = field
  const error = errorOf(name)
  const isView = isShown || field.isFixed === true
  const isBusy = isSaving || isView
  const { isRequired: required = true } = field.kind === 'checkbox' ? { isRequired: false } : field
  const isRequired = typeof required === 'boolean' ? required : required(form.values)
  switch (field.kind) {
    case 'choice':
    case 'choices':
      return <Choice field={field} form={form} error={error} isRequired={isRequired} isBusy={isBusy} isView={isView} />
    case 'checkbox':
      return <Checkbox label={label} disabled={isBusy} {...form.getInputProps(name, { type: 'checkbox' })} />
    case 'date': {
      const { value, onChange } = form.getInputProps(name)
      return (
        <DateField
          label={label}
          required={isRequired}
          {...lockOf({ isBusy, isView })}
          value={value}
          onChange={onChange}
          error={error}
        />
      )
    }
    default: {
      const props = {
        label,
        required: isRequired,
        readOnly: isBusy,
        ...(field.isFixed && { variant: 'filled' }),
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
