import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatTime, type LocalTime } from '#domain/time.ts'
import { IconClock } from '#ui/icons/clock.ts'
import { usePopupHome } from '#ui/popup-home/use-popup-home.ts'
import { NO_TIME, parseTypedTime } from './typed-time.ts'

interface Props
  extends Pick<AutocompleteProps, 'size' | 'disabled' | 'required' | 'required' | 'description' | 'aria-label'> {
  /** Omit it if a column heading labels the field; then pass `aria-label`. */
  readonly label?: ReactNode
  /** `HH:mm`, '' for none, or `NO_TIME`. */
  readonly value: string
  /** The times in the list; other times can be typed. */
  readonly options: readonly LocalTime[]
  readonly onChange: (value: string) => void
  readonly error?: ReactNode
}

const shown = (value: string) => (value === '' || value === NO_TIME ? '' : formatTime(value))

/** Centers the selected time in the open list without scrolling the page. */
const showInList = (name: HTMLElement | null) => {
  const list = name?.closest('[role="listbox"]')
  if (!name || !list) return
  // The list has no size until the popup is positioned.
  const observer = new ResizeObserver(() => {
    if (list.clientHeight === 0) return
    observer.disconnect()
    list.scrollTop += name.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2
  })
  observer.observe(list)
  return () => observer.disconnect()
}

/** Makes '7:00 AM' and '7:00am' match while typing. */
const squeezed = (text: string) => text.toLowerCase().replaceAll(/\s/g, '')

/**
 * Picks a time from a list or parses a typed one leniently. Typed text takes effect when it matches a listed time or on
 * blur; text that isn't a time stays in the field with 'Enter Valid Time'.
 */
export const TimeSelect = ({ value, options, onChange, error, ...props }: Props) => {
  const [typed, setTyped] = useState<string>()
  const [isTyping, setIsTyping] = useState(false)
  const { field, comboboxProps } = usePopupHome()
  const names = options.map(formatTime)
  const commit = (text: string) => {
    const next = text.trim() === '' ? '' : (parseTypedTime(text) ?? NO_TIME)
    setIsTyping(false)
    setTyped(next === NO_TIME ? text : undefined)
    if (next !== value) onChange(next)
  }
  const type = (text: string) => {
    if (names.includes(text)) {
      commit(text)
      return
    }
    setIsTyping(true)
    setTyped(text)
  }
  const commitTyped = () => isTyping && typed !== undefined && commit(typed)
  const text = isTyping || value === NO_TIME ? (typed ?? '') : shown(value)
  return (
    <Autocomplete
      {...props}
      {...field}
      value={text}
      data={names}
      onChange={type}
      onBlur={commitTyped}
      onKeyDown={(event) => event.key === 'Enter' && commitTyped()}
      renderOption={({ option }) => (
        <span ref={option.value === shown(value) ? showInList : undefined}>{option.value}</span>
      )}
      error={value === NO_TIME ? 'Enter Valid Time' : error}
      filter={({ options: all }) =>
        isTyping ? all.filter((option) => 'value' in option && squeezed(option.value).startsWith(squeezed(text))) : all
      }
      leftSection={<IconClock size={16} stroke={1.7} aria-hidden />}
      leftSectionPointerEvents="none"
      comboboxProps={comboboxProps}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
