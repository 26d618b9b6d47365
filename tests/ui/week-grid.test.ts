import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFindings, SECOND_LOOK } from '#tests/support/axe.ts'
import { fingerOn, longDrag } from '#tests/support/finger.ts'
import { useGallery } from '#tests/support/gallery.ts'

const gallery = useGallery(fileURLToPath(new URL('week-grid', import.meta.url)), {
  viewport: { width: 1280, height: 900 },
})
let page: Page

const open = async (scenario: string, options: BrowserContextOptions = {}, scheme = 'light') => {
  page = await gallery.open(`scenario=${scenario}&scheme=${scheme}`, options)
  await page.locator('[data-day]').first().waitFor()
}

const sent = () => page.getByRole('list', { name: 'Events' }).getByRole('listitem').allTextContents()
const event = (name: string) => page.getByRole('button', { name: new RegExp(name) })
const said = () => page.getByRole('status').textContent()
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`Not on the page: ${locator}`)
  return box
}

/** A time of a day as a point on the page, near the column's left edge. The 'small' scenario shows 7:00 to 19:00. */
const pointAt = async (date: string, time: string, dx = 12) => {
  const box = await boxOf(page.locator(`[data-day="${date}"]`))
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { x: box.x + dx, y: box.y + ((hours * 60 + minutes - 420) / 720) * box.height + 2 }
}

const dragTo = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 3 })
  await page.mouse.up()
}

/** Moves focus to the grid's single tab stop, past the controls of the header and the all-day row. */
const enterGrid = async () => {
  await page.locator('button[tabindex="0"][data-slot], button[tabindex="0"][data-event]').focus()
}
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

const MON = '2026-03-02'
const TUE = '2026-03-03'
const WED = '2026-03-04'
const THU = '2026-03-05'
const FRI = '2026-03-06'

describe('mouse', () => {
  test('a drag over free time selects it, also upward, and a click selects one slot, but not of a closed day', async () => {
    await open('small')
    await dragTo(await pointAt(THU, '09:00'), await pointAt(THU, '10:15'))
    // On the last slot of the range.
    expect(await focused()).toBe('Thu, Mar 5, 2026, 10:15 AM to 10:30 AM, free slot')
    await dragTo(await pointAt(THU, '11:00'), await pointAt(THU, '10:30'))
    const { x, y } = await pointAt(THU, '12:00')
    await page.mouse.click(x, y)
    await dragTo(await pointAt(FRI, '09:00'), await pointAt(FRI, '10:00'))
    expect(await sent()).toEqual([
      `select ${THU} 09:00 10:30`,
      `select ${THU} 10:30 11:15`,
      `select ${THU} 12:00 12:15`,
    ])
  })

  test('an event is resized, moves to another day and time, and a click opens it; Escape cancels a drag', async () => {
    await open('small')
    const from = await pointAt(MON, '09:15', 20)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 200, from.y + 100, { steps: 4 })
    await press('Escape')
    await page.mouse.up()
    expect(await sent()).toEqual([])
    await event('9:00 AM to 9:45 AM, Speech group').waitFor()

    // A closed day accepts none.
    await dragTo(from, await pointAt(FRI, '09:15', 20))
    expect(await sent()).toEqual([])

    const box = await boxOf(event('Speech group'))
    const edge = { x: box.x + 30, y: box.y + box.height - 3 }
    await dragTo(edge, { ...edge, y: edge.y + 40 })
    const resized = `change Speech group ${MON} 09:00 10:15`
    expect(await sent()).toEqual([resized])
    await dragTo(from, await pointAt(THU, '10:15', 20))
    const moved = `change Speech group ${THU} 10:00 11:15`
    expect(await sent()).toEqual([resized, moved])
    await event('10:00 AM to 11:15 AM, Speech group').click()
    expect(await sent()).toEqual([resized, moved, 'open Speech group'])
  })

  test('a disabled event neither opens nor moves, and its cursor shows it; a fixed one opens, but does not move', async () => {
    await open('small')
    const approved = event('Approved one')
    expect(await approved.evaluate((element) => getComputedStyle(element).cursor)).toBe('not-allowed')
    expect(await approved.getAttribute('aria-disabled')).toBe('true')
    await approved.click({ force: true })
    await dragTo(await pointAt(TUE, '09:15', 20), await pointAt(THU, '09:15', 20))
    expect(await sent()).toEqual([])
    await dragTo(await pointAt(TUE, '11:15', 20), await pointAt(THU, '11:15', 20))
    await event('Fixed one').click()
    expect(await sent()).toEqual(['open Fixed one'])
  })
})

describe('keyboard', () => {
  test('Tab goes through header, all-day row and grid, with one stop in the grid', async () => {
    await open('small')
    const stops: string[] = []
    await page.keyboard.press('Tab')
    for (let n = 0; n < 10; n++) {
      stops.push(
        await page.evaluate(() => {
          const element = document.activeElement
          if (element instanceof HTMLInputElement) return 'checkbox'
          return element?.matches('[data-slot], [data-event]')
            ? 'grid'
            : (element?.getAttribute('aria-label') ?? 'outside')
        }),
      )
      await page.keyboard.press('Tab')
    }
    expect(stops.filter((stop) => stop === 'checkbox')).toHaveLength(5)
    expect(stops.filter((stop) => stop.startsWith('Add timesheet'))).toHaveLength(4)
    expect(stops.filter((stop) => stop === 'grid')).toHaveLength(1)
    expect(stops.indexOf('grid')).toBe(9)
  })

  test('Shift and the arrows select a range, which is announced; Enter confirms it', async () => {
    await open('small')
    await enterGrid()
    expect(await focused()).toBe('Mon, Mar 2, 2026, 7:00 AM to 7:15 AM, free slot')
    await press('ArrowRight', 'PageDown', 'Shift+ArrowDown', 'Shift+ArrowDown')
    expect(await said()).toBe('Tue, Mar 3, 2026, 8:00 AM to 8:45 AM selected. Enter to continue, Escape to cancel.')
    await press('Enter')
    expect(await sent()).toEqual([`select ${TUE} 08:00 08:45`])
    await press('Space')
    expect(await sent()).toEqual([`select ${TUE} 08:00 08:45`, `select ${TUE} 08:30 08:45`])
  })

  test('an event can be reached, opened, moved and resized; focus follows it', async () => {
    await open('small')
    await enterGrid()
    await press('n', 'Enter')
    expect(await sent()).toEqual(['open Speech group'])
    await press('m', 'ArrowDown', 'ArrowRight')
    expect(await said()).toBe('Moving: Tue, Mar 3, 2026, 9:15 AM to 10:00 AM. Enter to keep, Escape to cancel.')
    await press('Enter')
    expect(await said()).toBe('Kept: Tue, Mar 3, 2026, 9:15 AM to 10:00 AM.')
    expect(await focused()).toBe('9:15 AM to 10:00 AM, Speech group, Lincoln School')
    await press('r', 'ArrowDown', 'ArrowDown', 'Enter')
    expect(await focused()).toBe('9:15 AM to 10:30 AM, Speech group, Lincoln School')
    await press('m', 'ArrowDown', 'Escape')
    expect(await sent()).toEqual([
      'open Speech group',
      `change Speech group ${TUE} 09:15 10:00`,
      `change Speech group ${TUE} 09:15 10:30`,
    ])
  })

  test('a disabled event can be read, but not opened or moved', async () => {
    await open('small')
    await enterGrid()
    await press('n', 'n', 'n')
    expect(await focused()).toBe('9:00 AM to 9:45 AM, Approved one, Approved')
    await press('Enter')
    expect(await said()).toBe('This event cannot be opened.')
    await press('m')
    expect(await said()).toBe('This event cannot be changed.')
    expect(await sent()).toEqual([])
  })

  test('the focused item is scrolled out from under the header', async () => {
    await open('small', { viewport: { width: 390, height: 700 } })
    await enterGrid()
    await press('Control+End')
    const covered = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        const box = element.getBoundingClientRect()
        return (
          !element.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) &&
          document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('[data-day]') === null
        )
      })
    expect(await covered()).toBe(false)
    await press('Control+Home')
    expect(await covered()).toBe(false)
  })

  /** The part of the grid between its sticky header and its bottom edge, and what must be in it. */
  const isInView = (selector: string) =>
    page.evaluate((wanted) => {
      const box = document.querySelector(wanted)?.getBoundingClientRect()
      const sheet = document.querySelector('[data-days]')
      const scroller = sheet?.parentElement?.getBoundingClientRect()
      const head = sheet?.firstElementChild?.getBoundingClientRect()
      if (!box || !scroller || !head) throw new Error(`Not on the page: ${wanted}`)
      return box.top >= head.bottom && box.bottom <= scroller.bottom
    }, selector)

  test('the focused slot stays in view, and so does what the keys select or move', async () => {
    await open('small', { viewport: { width: 1280, height: 600 } })
    await enterGrid()
    await press('Home', 'ArrowDown', ...Array.from({ length: 8 }, () => 'PageDown'))
    expect(await focused()).toContain('3:15 PM')
    expect(await isInView('[data-slot]')).toBe(true)
    await press('Home')
    expect(await isInView('[data-slot]')).toBe(true)
    await press(...Array.from({ length: 30 }, () => 'Shift+ArrowDown'))
    expect(await isInView('[data-slot]')).toBe(true)
    await press('Escape', 'Control+Home', 'n', 'm', ...Array.from({ length: 30 }, () => 'ArrowDown'))
    expect(await isInView('[data-doing]')).toBe(true)
  })
})

describe('touch', () => {
  const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const scrolled = () => page.locator('[data-days]').evaluate((sheet) => sheet.parentElement?.scrollTop ?? -1)

  test('a long press selects free time, drags an event, or its lower edge; a swipe scrolls and changes nothing', async () => {
    await open('small', phone)
    const free = await pointAt(MON, '07:30', 60)
    await longDrag(page, free, { ...free, y: free.y + 20 }, await pointAt(MON, '08:30', 60))
    const selected = `select ${MON} 07:30 08:45`
    expect(await sent()).toEqual([selected])

    const from = await pointAt(MON, '09:15', 30)
    await longDrag(page, from, { ...from, y: from.y + 30 }, { ...from, y: (await pointAt(MON, '10:15')).y })
    const moved = `change Speech group ${MON} 10:00 10:45`
    expect(await sent()).toEqual([selected, moved])

    const box = await boxOf(event('Speech group'))
    const edge = { x: box.x + 30, y: box.y + box.height - 6 }
    await longDrag(page, edge, { ...edge, y: edge.y + 20 }, { ...edge, y: edge.y + 48 })
    const resized = `change Speech group ${MON} 10:00 11:15`
    expect(await sent()).toEqual([selected, moved, resized])
    expect(await scrolled()).toBe(0)

    const { down, move, up } = await fingerOn(page)
    const start = await pointAt(MON, '10:15', 30)
    await down(start)
    for (let n = 1; n <= 8; n++) await move({ ...start, y: start.y - n * 12 })
    await up()
    await expect.poll(scrolled).toBeGreaterThan(0)
    expect(await sent()).toEqual([selected, moved, resized])
  })

  test('a tap shows the slot, a second one selects it; it opens an event, and says why a closed day does nothing', async () => {
    await open('small', phone)
    const { x, y } = await pointAt(MON, '08:00', 60)
    await page.touchscreen.tap(x, y)
    await page.locator('[data-touched]').waitFor()
    expect(await sent()).toEqual([])
    await page.touchscreen.tap(x, y + 4)
    expect(await sent()).toEqual([`select ${MON} 08:00 08:15`])
    await event('Speech group').tap()
    expect(await sent()).toEqual([`select ${MON} 08:00 08:15`, 'open Speech group'])

    await page.locator(`[data-day="${FRI}"]`).scrollIntoViewIfNeeded()
    const closed = await pointAt(FRI, '08:00', 60)
    await page.touchscreen.tap(closed.x, closed.y)
    await expect.poll(said).toBe('This day cannot be changed.')
    expect(await page.locator('[data-touched]').count()).toBe(0)
  })

  test('a week that does not fit starts at today, or else at its first day with an item', async () => {
    const firstSeen = () =>
      page.evaluate(() => {
        const edge = document.querySelector('[data-days]')?.parentElement?.getBoundingClientRect().left ?? 0
        const columns = [...document.querySelectorAll<HTMLElement>('[data-day]')]
        return columns.find((column) => column.getBoundingClientRect().left > edge)?.dataset.day
      })
    for (const [scenario, day] of [
      ['admin', TUE],
      ['manage', MON],
      ['forty', WED],
    ] as const) {
      await open(scenario, phone)
      await expect.poll(firstSeen).toBe(day)
    }
  })
})

describe('drawing', () => {
  test('overlapping events lie side by side', async () => {
    await open('small')
    const left = await boxOf(event('Speech group'))
    const right = await boxOf(event('Beside it'))
    expect(left.x + left.width).toBeLessThanOrEqual(right.x + 1)
    expect(Math.abs(left.width - right.width)).toBeLessThan(1)
  })

  test('forty simultaneous events stay at least 20 pixels wide without overlapping', async () => {
    await open('forty')
    const boxes = await page.locator('[data-event]').evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return { x, y, width, height }
      }),
    )
    expect(boxes).toHaveLength(40)
    expect(Math.min(...boxes.map((box) => box.width))).toBeGreaterThanOrEqual(20)
    const clash = boxes.some((a, n) =>
      boxes
        .slice(n + 1)
        .some(
          (b) =>
            a.x + a.width > b.x + 1 && b.x + b.width > a.x + 1 && a.y + a.height > b.y + 1 && b.y + b.height > a.y + 1,
        ),
    )
    expect(clash).toBe(false)
  })

  test('events that extend beyond the hours shown are cut off, with a mark and a text', async () => {
    await open('small')
    const column = await boxOf(page.locator(`[data-day="${WED}"]`))
    const early = event('6:00 AM to 7:30 AM, Early bird, starts before the visible hours')
    expect((await boxOf(early)).y).toBeCloseTo(column.y, 0)
    expect(await early.evaluate((element) => getComputedStyle(element, '::before').content)).toContain('▲')
    const late = event('6:30 PM to 7:30 PM, Night owl, ends after the visible hours')
    const box = await boxOf(late)
    expect(column.y + column.height - (box.y + box.height)).toBeLessThan(1.5)
    await event('5:00 AM to 5:30 AM, Long gone, starts before the visible hours').waitFor()
  })

  test('the current time crosses today’s column', async () => {
    await open('day')
    const column = await boxOf(page.locator(`[data-day="${TUE}"]`))
    const line = await page.locator('[data-now]').boundingBox()
    expect(((line?.y ?? 0) + 1 - column.y) / column.height).toBeCloseTo((10 * 60 + 20 - 420) / 1020, 2)
  })

  test('a change in one day does not rerender the other columns', async () => {
    await open('small')
    await page.evaluate(() => {
      const changed = new Set<string>()
      Object.assign(window, { changed })
      new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement
          const day = element?.closest('[data-day]')?.getAttribute('data-day')
          if (day) changed.add(day)
        }
      }).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributeFilter: ['style', 'aria-label'],
      })
    })
    await dragTo(await pointAt(MON, '09:15', 20), await pointAt(MON, '12:15', 20))
    expect(await sent()).toHaveLength(1)
    expect(await page.evaluate(() => [...(window as unknown as { changed: Set<string> }).changed])).toEqual([MON])
  })

  test('text is readable on any color, in light and dark', async () => {
    for (const scheme of ['light', 'dark']) {
      await open('colours', {}, scheme)
      const worst = await page.locator('[data-event]').evaluateAll((elements) => {
        const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
        if (!context) throw new Error('No canvas')
        const luminance = (colour: string) => {
          context.fillStyle = colour
          context.fillRect(0, 0, 1, 1)
          const [r = 0, g = 0, b = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
            const share = part / 255
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
          })
          return 0.2126 * r + 0.7152 * g + 0.0722 * b
        }
        const ratios = elements.map((element) => {
          const style = getComputedStyle(element)
          const [a = 0, b = 0] = [luminance(style.color), luminance(style.backgroundColor)].sort((x, y) => y - x)
          return (a + 0.05) / (b + 0.05)
        })
        return { count: ratios.length, least: Math.min(...ratios) }
      })
      expect(worst.count).toBe(210)
      expect(worst.least).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('on paper the whole grid fits the page: nothing is clipped or scrolls', async () => {
    await open('manage')
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 1056, height: 816 })
    const { clipped, height } = await page.locator('[data-days]').evaluate((sheet) => {
      const box = sheet.parentElement
      return {
        clipped: !box || box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1,
        height: box?.offsetHeight ?? 0,
      }
    })
    expect(clipped).toBe(false)
    expect(height).toBeLessThan(816 - 2 * 38)
  })
})

/** What the calendars of the demo district (tests/support/every-screen.ts) do not have. */
test.each([
  ['forty', 'light'],
  ['forty', 'dark'],
  ['empty', 'light'],
] as const)('axe finds nothing: %s, %s', async (scenario, scheme) => {
  await open(scenario, {}, scheme)
  await enterGrid()
  expect(await axeFindings(page, scheme === 'dark' ? SECOND_LOOK : undefined)).toEqual([])
})
