import { Chip, Fieldset, Group, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './choice-chips.module.css'

export interface ChipOption<Id extends number> {
  readonly id: Id
  /** The accessible name; also the visible label unless `short` is set. */
  readonly name: string
  readonly short?: string
}

interface Props<Id extends number> {
  readonly label: string
  readonly options: readonly ChipOption<Id>[]
  readonly value: readonly Id[]
  readonly onChange: (ids: Id[]) => void
  readonly error?: ReactNode
  readonly disabled?: boolean
  /** Lays the chips out in seven columns, like the days of a month. */
  readonly isCalendar?: boolean
}

/** Multiple choice from a short list, with every option visible. */
export const ChoiceChips = <Id extends number>(props: Props<Id>) => {
  const { label, options, value, onChange, error, disabled = false, isCalendar = false } = props
  const errorId = useId()
  const toggle = (id: Id, isChosen: boolean) =>
    onChange(isChosen ? [...value, id].sort((a, b) => a - b) : value.filter((other) => other !== id))
  return (
    <Fieldset
      className={classes.fieldset}
      variant="unstyled"
      disabled={disabled}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className={classes.legend}>{label}</legend>
      <Group gap={6} className={isCalendar ? classes.calendar : undefined}>
        {options.map(({ id, name, short }, index) => (
          <Chip
            key={id}
            size="xs"
            radius="sm"
            checked={value.includes(id)}
            onChange={(isChosen) => toggle(id, isChosen)}
            disabled={disabled}
            icon={null}
            classNames={{ root: classes.root, input: classes.input, iconWrapper: classes.icon, label: classes.chip }}
            aria-label={name}
            data-first-invalid={error && index === 0 ? true : undefined}
          >
            {short ?? name}
          </Chip>
        ))}
      </Group>
      {error ? (
        <Text id={errorId} size="xs" c="var(--mantine-color-error)" mt={4}>
          {error}
        </Text>
      ) : null}
    </Fieldset>
  )
}
