import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'

const FIELDS = 7

/** A skeleton shown while the form's record loads. */
export const FormOutline = () => (
  <Stack gap="md" role="status" aria-label="Loading...">
    <VisuallyHidden>Loading…</VisuallyHidden>
    {Array.from({ length: FIELDS }, (_, field) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: skeleton fields never reorder
      <div key={field}>
        <Skeleton height={12} width="20%" mb={8} />
        <Skeleton height={34} />
      </div>
    ))}
  </Stack>
)
