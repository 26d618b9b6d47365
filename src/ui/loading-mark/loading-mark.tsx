import { Box, Loader, type LoaderProps, VisuallyHidden } from '@mantine/core'

interface Props extends Pick<LoaderProps, 'size'> {
  /** What screen readers announce. */
  readonly label?: string
}

/** A spinner that says what it is about; a name alone isn't announced. */
export const LoadingMark = ({ label = 'Loading...', size }: Props) => (
  <Box component="span" display="inline-flex" role="status" aria-label={label}>
    <Loader aria-hidden {...(size !== undefined && { size })} />
    <VisuallyHidden>{label}</VisuallyHidden>
  </Box>
)
