import { Alert, Button, ColorSwatch, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { DEFAULT_COLOUR } from '#domain/session-form.ts'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import { usePopupHome } from '#ui/popup-home/use-popup-home.ts'
import { partsOf, type SessionFormView } from './use-session-form.ts'

/** What to call a colour that the list has not. */
const nameOf = (code: string, schoolColour: string | undefined) => {
  if (code.toLowerCase() === schoolColour?.toLowerCase()) return "School's colour"
  return code.toLowerCase() === DEFAULT_COLOUR.toLowerCase() ? 'Light green' : 'Its own colour'
}

/** The school with its colour, the service, and what it costs there. */
export const PlaceFields = ({ actor, form, values, errorOf, isLocked }: SessionFormView) => {
  const { choices } = partsOf(actor)
  const { ref, popup } = usePopupHome()
  const { schools, services, rateTypes, rate, colours, message } = useSelector(choices, ({ context }) => context)
  const isLoadingLists = useSelector(choices, (snapshot) => snapshot.matches({ lists: 'loading' }))
  const isLoadingRates = useSelector(choices, (snapshot) => snapshot.matches({ rates: 'loading' }))
  const hasFailed = useSelector(choices, (snapshot) => snapshot.hasTag('failed'))
  const { asksRateType } = useSelector(actor, ({ context }) => context.questions)
  const hasSchool = values.schoolId !== null
  const isKnownColour = colours.some(({ code }) => code.toLowerCase() === values.colourCode.toLowerCase())
  const schoolColour = schools.find(({ id }) => id === values.schoolId)?.colourCode
  const palette = [
    ...(isKnownColour ? [] : [{ value: values.colourCode, label: nameOf(values.colourCode, schoolColour) }]),
    ...colours.map(({ code, name }) => ({
      value: code.toLowerCase() === values.colourCode.toLowerCase() ? values.colourCode : code,
      label: name,
    })),
  ]
  return (
    <Stack gap="sm">
      {hasFailed && (
        <Alert color="red" variant="light" py="xs">
          <Group justify="space-between">
            <Text size="sm">{message ?? 'The lists to choose from could not be loaded.'}</Text>
            <Button size="compact-sm" variant="default" onClick={() => actor.send({ type: 'choices.retry' })}>
              Try again
            </Button>
          </Group>
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <IdSelect
          label="School"
          withAsterisk
          disabled={isLocked}
          isLoading={isLoadingLists}
          options={schools.map(({ id, name, colourCode }) => ({ id, label: name, colour: colourCode }))}
          value={values.schoolId}
          onChange={(schoolId) => {
            form.clearFieldError('schoolId')
            actor.send({ type: 'school.choose', schoolId })
          }}
          error={errorOf('schoolId')}
        />
        <Select
          ref={ref}
          label="Colour"
          disabled={isLocked}
          data={palette}
          value={values.colourCode}
          onChange={(colourCode) => colourCode && actor.send({ type: 'colour.choose', colourCode })}
          allowDeselect={false}
          leftSection={<ColorSwatch color={values.colourCode} size={14} aria-hidden />}
          renderOption={({ option }) => (
            <Group gap={8} wrap="nowrap">
              <ColorSwatch color={option.value} size={14} aria-hidden />
              <Text span size="sm">
                {option.label}
              </Text>
            </Group>
          )}
          comboboxProps={popup}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: asksRateType ? 3 : 1 }} spacing="sm" verticalSpacing="sm">
        <IdSelect
          label="Service"
          withAsterisk
          disabled={isLocked || !hasSchool}
          placeholder={hasSchool ? undefined : 'Choose a school first'}
          isLoading={isLoadingRates}
          options={services.map(({ id, name }) => ({ id, label: name }))}
          value={values.serviceId}
          onChange={(serviceId) => {
            form.clearFieldError('serviceId')
            actor.send({ type: 'service.choose', serviceId })
          }}
          error={errorOf('serviceId')}
        />
        {asksRateType && (
          <>
            <IdSelect
              label="Rate type"
              withAsterisk
              disabled={isLocked || values.serviceId === null}
              placeholder={values.serviceId === null ? 'Choose a service first' : undefined}
              options={rateTypes.map(({ id, name }) => ({ id, label: name }))}
              value={values.rateTypeId}
              onChange={(rateTypeId) => {
                form.clearFieldError('rateTypeId')
                actor.send({ type: 'rateType.choose', rateTypeId })
              }}
              error={errorOf('rateTypeId')}
            />
            <TextInput label="Rate" readOnly tabIndex={-1} variant="filled" value={rate === null ? '' : `$${rate}`} />
          </>
        )}
      </SimpleGrid>
    </Stack>
  )
}
