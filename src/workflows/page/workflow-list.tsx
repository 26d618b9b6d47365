import { NavLink, Select, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { WORKFLOW_AREAS } from '#machines/definition/workflow.ts'
import { oneTabStopDown } from '#ui/one-tab-stop.ts'
import { usePopupHome } from '#ui/popup-home/use-popup-home.ts'
import { catalog } from '#workflows/catalog.ts'
import styles from './workflow-list.module.css'

interface Props {
  /** The name of the open workflow. */
  readonly open: string
  /** Names of the workflows that changed since the user last looked. */
  readonly changed: readonly string[]
  readonly onOpen: (name: string) => void
}

const areas = WORKFLOW_AREAS.map((area) => ({ area, workflows: catalog.filter((each) => each.area === area) }))
const choicesOf = (changed: readonly string[]) =>
  areas.map(({ area, workflows }) => ({
    group: area,
    items: workflows.map(({ name, title }) => ({
      value: name,
      label: changed.includes(name) ? `${title} (changed)` : title,
    })),
  }))

/** Says that a workflow changed since the user last looked. */
const ChangedMark = () => (
  <Tooltip label="Changed since you last looked">
    <span className={styles.changed}>
      <span className={styles.dot} aria-hidden />
      <VisuallyHidden>Changed since you last looked</VisuallyHidden>
    </span>
  </Tooltip>
)

/** All workflows by area: a list next to the drawing, or a dropdown above it on narrow screens. */
export const WorkflowList = ({ open, changed, onOpen }: Props) => {
  const isListed = catalog.some(({ name }) => name === open)
  const current = useRef<HTMLButtonElement>(null)
  const { field, comboboxProps } = usePopupHome()
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another workflow opens
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  return (
    <>
      <nav aria-label="All workflows" className={styles.list} ref={oneTabStopDown}>
        {areas.map(({ area, workflows }) => (
          <section key={area} aria-label={area}>
            <Text component="h2" fw={600} fz="sm" c="dimmed" className={styles.area}>
              {area}
            </Text>
            {workflows.map(({ name, title }) => (
              <NavLink
                key={name}
                component="button"
                ref={name === open ? current : undefined}
                label={title}
                rightSection={changed.includes(name) ? <ChangedMark /> : undefined}
                active={name === open}
                aria-current={name === open ? 'true' : undefined}
                onClick={() => onOpen(name)}
              />
            ))}
          </section>
        ))}
      </nav>
      <Select
        {...field}
        className={styles.field}
        label="Workflow"
        data={choicesOf(changed)}
        value={isListed ? open : null}
        placeholder="Choose a workflow"
        allowDeselect={false}
        searchable
        comboboxProps={comboboxProps}
        onChange={(name) => name !== null && onOpen(name)}
      />
    </>
  )
}
