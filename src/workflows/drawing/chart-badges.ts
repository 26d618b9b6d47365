/** Where badges with counts go on a drawing. */
import type { Box, Point } from '#workflows/layout/layout.ts'

export const BADGE_HEIGHT = 18

export const badgeWidth = (text: string): number => text.length * 8 + 12

/** The point of an arrow after a part of its length. */
const pointAt = (points: readonly Point[], share: number): Point => {
  const lengths = points.slice(1).map((point, index) => {
    const before = points[index] ?? point
    return Math.hypot(point.x - before.x, point.y - before.y)
  })
  let left = lengths.reduce((sum, length) => sum + length, 0) * share
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [points[index], points[index + 1]]
    if (from && to && length >= left && length > 0) {
      const part = left / length
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
    }
    left -= length
  }
  return points[0] ?? { x: 0, y: 0 }
}

/** Parts of an arrow's length, from the middle to its ends. */
const SPOTS = [0.5, 0.65, 0.35, 0.8, 0.2, 0.9, 0.1] as const
/** Between a badge and a label, in pixels. */
const GAP = 3

/** Where an arrow's badge has its middle: as close to the arrow's as it can be without touching the label. */
export const badgeSpot = (points: readonly Point[], label: Box | undefined, badge: string): Point => {
  const [wide, high] = [badgeWidth(badge) / 2 + GAP, BADGE_HEIGHT / 2 + GAP]
  const isFree = ({ x, y }: Point): boolean =>
    label === undefined ||
    x + wide <= label.x ||
    x - wide >= label.x + label.width ||
    y + high <= label.y ||
    y - high >= label.y + label.height
  const spots = SPOTS.map((share) => pointAt(points, share))
  return spots.find(isFree) ?? pointAt(points, 0.5)
}
