import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { WorkflowRecord } from '#contract/workflow-counts.ts'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { type Column, numberColumn } from '#ui/data-table/data-table.tsx'
import { nameOfRecord } from './record-address.ts'

/** Which record it is: number, name with a link, provider, label. */
export const recordColumns = <Row extends WorkflowRecord>(address: (row: Row) => string): readonly Column<Row>[] => [
  numberColumn('No.'),
  {
    key: 'record',
    title: 'Record',
    render: (row) => (
      <Anchor component={Link} href={address(row)} inherit>
        {nameOfRecord(row)}
      </Anchor>
    ),
  },
  {
    key: 'provider',
    title: 'Provider',
    render: ({ providerId, providerName }) =>
      providerId === null ? null : <ProviderLink id={providerId} name={providerName} />,
  },
  {
    key: 'label',
    title: 'What',
    render: ({ label }) => (
      <Text inherit lineClamp={2}>
        {label}
      </Text>
    ),
  },
]
