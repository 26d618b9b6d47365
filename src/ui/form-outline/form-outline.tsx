import { Skeleton, Stack } from '@mantine/core'

const FIELDS = 7

/** Of a form whose record is on its way. */
export const FormOutline = () => (
  <Stack gap="md" role="status" aria-label="Loading...">
    {Array.from({ length: FIELDS }, (_, field) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: fields never change places
      <div key={field}>
        <Skeleton height={12} width="20%" mb={8} />
        <Skeleton height={34} />
      </div>
    ))}
  </Stack>
)
