import { Alert, Button, ColorSwatch, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { memo } from 'react'
import { chooseSchool, chooseService } from '#domain/session-entry.ts'
import { DEFAULT_COLOUR, type SessionFormValues } from '#domain/session-form.ts'
import { placeOf } from '#machines/schedule/session-choices.machine.ts'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import { usePopupHome } from '#ui/popup-home/use-popup-home.ts'
import { partsOf, type SessionFormPart } from './use-session-form.ts'

/** Names a color that is not in the list. */
const nameOf = (code: string, schoolColour: string | undefined) => {
  if (code.toLowerCase() === schoolColour?.toLowerCase()) return 'School color'
  return code.toLowerCase() === DEFAULT_COLOUR.toLowerCase() ? 'Light green' : 'Custom color'
}

interface Props
  extends SessionFormPart,
    Readonly<Pick<SessionFormValues, 'schoolId' | 'serviceId' | 'rateTypeId' | 'colourCode'>> {}

/** The school and color, the service, and its rate. */
export const PlaceFields = memo((props: Props) => {
  const { actor, enter, errorOf, isLocked, schoolId, serviceId, rateTypeId, colourCode } = props
  const { choices, caseloadArea } = partsOf(actor)
  const { field, comboboxProps } = usePopupHome()
  const { schools, services, rateTypes, rate, colours, message } = useSelector(choices, ({ context }) => context)
  const isLoadingLists = useSelector(choices, (snapshot) => snapshot.matches({ lists: 'loading' }))
  const isLoadingRates = useSelector(choices, (snapshot) => snapshot.matches({ rates: 'loading' }))
  const hasFailed = useSelector(choices, (snapshot) => snapshot.hasTag('failed'))
  const { asksRateType } = useSelector(actor, ({ context }) => context.questions)
  const hasSchool = schoolId !== null
  const isKnownColour = colours.some(({ code }) => code.toLowerCase() === colourCode.toLowerCase())
  const schoolColour = schools.find(({ id }) => id === schoolId)?.colourCode
  const palette = [
    ...(isKnownColour ? [] : [{ value: colourCode, label: nameOf(colourCode, schoolColour) }]),
    ...colours.map(({ code, name }) => ({
      value: code.toLowerCase() === colourCode.toLowerCase() ? colourCode : code,
      label: name,
    })),
  ]
  /** Updates the choices for the place. */
  const choosePlace = (chosen: Partial<SessionFormValues>) => {
    enter(chosen)
    choices.send({ type: 'place.choose', place: placeOf({ schoolId, serviceId, rateTypeId, ...chosen }) })
  }
  return (
    <Stack gap="sm">
      {hasFailed && (
        <Alert color="red" variant="light" py="xs">
          <Group justify="space-between">
            <Text size="sm">{message ?? 'The options could not be loaded.'}</Text>
            <Button size="compact-sm" variant="default" onClick={() => choices.send({ type: 'choices.retry' })}>
              Try again
            </Button>
          </Group>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <IdSelect
          label="School"
          required
          disabled={isLocked}
          isLoading={isLoadingLists}
          options={schools.map(({ id, name, colourCode: colour }) => ({ id, label: name, colour }))}
          value={schoolId}
          onChange={(chosen) => {
            choosePlace(chooseSchool(chosen, schools.find(({ id }) => id === chosen)?.colourCode))
            caseloadArea.send({ type: 'school.choose', schoolId: chosen })
          }}
          error={errorOf('schoolId')}
        />
        <Select
          {...field}
          label="Color"
          disabled={isLocked}
          data={palette}
          value={colourCode}
          onChange={(chosen) => chosen && enter({ colourCode: chosen })}
          allowDeselect={false}
          leftSection={<ColorSwatch color={colourCode} size={14} aria-hidden />}
          renderOption={({ option }) => (
            <Group gap={8} wrap="nowrap">
              <ColorSwatch color={option.value} size={14} aria-hidden />
              <Text span size="sm">
                {option.label}
              </Text>
            </Group>
          )}
          comboboxProps={comboboxProps}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: asksRateType ? 3 : 1 }} spacing="sm" verticalSpacing="sm">
        <IdSelect
          label="Service"
          required
          disabled={isLocked || !hasSchool}
          placeholder={hasSchool ? undefined : 'Choose a school first'}
          isLoading={isLoadingRates}
          options={services.map(({ id, name }) => ({ id, label: name }))}
          value={serviceId}
          onChange={(chosen) => choosePlace(chooseService(chosen))}
          error={errorOf('serviceId')}
        />
        {asksRateType && (
          <>
            <IdSelect
              label="Rate type"
              required
              disabled={isLocked || serviceId === null}
              placeholder={serviceId === null ? 'Choose a service first' : undefined}
              options={rateTypes.map(({ id, name }) => ({ id, label: name }))}
              value={rateTypeId}
              onChange={(chosen) => choosePlace({ rateTypeId: chosen })}
              error={errorOf('rateTypeId')}
            />
            <TextInput label="Rate" readOnly tabIndex={-1} variant="filled" value={rate === null ? '' : `$${rate}`} />
          </>
        )}
      </SimpleGrid>
    </Stack>
  )
})
