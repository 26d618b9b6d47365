/** Where badges with counts go on a drawing. */
import type { Point } from '#machines/chart/layout.ts'

export const BADGE_HEIGHT = 18

export const badgeWidth = (text: string): number => text.length * 8 + 12

/** The midpoint of an arrow. */
export const middleOf = (points: readonly Point[]): Point => {
  const lengths = points.slice(1).map((point, index) => {
    const before = points[index] ?? point
    return Math.hypot(point.x - before.x, point.y - before.y)
  })
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2
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
