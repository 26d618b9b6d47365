import { Anchor, Badge, Code, Group, List, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type ChartGraph, findState, isLoop, stepText } from '#workflows/model/chart-graph.ts'

const Steps = ({
  title,
  lines,
}: {
  readonly title: string
  readonly lines: readonly { readonly key: string; readonly line: ReactNode }[]
}) =>
  lines.length > 0 && (
    <Stack gap={2}>
      <Text component="h3" fw={600} fz="sm">
        {title}
      </Text>
      <List size="sm" spacing={4}>
        {lines.map(({ key, line }) => (
          <List.Item key={key}>{line}</List.Item>
        ))}
      </List>
    </Stack>
  )

const plain = (lines: readonly string[]) => lines.map((line) => ({ key: line, line }))

/** The selected state: its description, its actors, and its transitions. */
export const StateFacts = ({
  graph,
  chosen,
  onChoose,
}: {
  readonly graph: ChartGraph
  readonly chosen: string
  readonly onChoose: (id: string) => void
}) => {
  const state = findState(graph, chosen)
  if (!state) return null
  const loops = graph.edges.filter((edge) => edge.source === chosen && isLoop(edge))
  const ways = (edges: ChartGraph['edges'], end: 'source' | 'target') =>
    edges.map((edge) => ({
      key: `${edge.id} ${edge[end]}`,
      line: (
        <>
          <Anchor component="button" type="button" fz="sm" onClick={() => onChoose(edge[end])}>
            {findState(graph, edge[end])?.label ?? edge[end]}
          </Anchor>
          {`: ${stepText(edge)}`}
        </>
      ),
    }))
  return (
    <Stack gap="sm" component="section" aria-label={`About ${state.label}`}>
      <Group gap="xs">
        <Title order={3} fz="lg">
          {state.label}
        </Title>
        {state.tags.map((tag) => (
          <Badge key={tag} variant="default">
            {tag}
          </Badge>
        ))}
      </Group>
      {state.description !== '' && <Text fz="sm">{state.description}</Text>}
      <Steps title="Calls" lines={plain(state.invokes)} />
      <Steps title="On entry" lines={plain(state.entry)} />
      <Steps title="On exit" lines={plain(state.exit)} />
      <Steps title="Stays in this state" lines={plain([...state.inner, ...loops].map(stepText))} />
      <Steps
        title="Transitions to"
        lines={ways(
          graph.edges.filter((edge) => edge.source === chosen && !isLoop(edge)),
          'target',
        )}
      />
      <Steps
        title="Transitions from"
        lines={ways(
          graph.edges.filter((edge) => edge.target === chosen && !isLoop(edge)),
          'source',
        )}
      />
      <Text fz="xs" c="dimmed">
        Name in the code: <Code>{state.id}</Code>
      </Text>
    </Stack>
  )
}
