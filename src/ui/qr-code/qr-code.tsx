import { encodeQR } from 'qr'
import { useMemo } from 'react'

interface Props {
  readonly text: string
  /** The accessible name. */
  readonly label: string
}

/** In modules, as readers need it. */
const QUIET_ZONE = 4
/** In pixels. */
const WIDTH = 200

/** A QR code, always dark on white: many readers take no other. */
export const QrCode = ({ text, label }: Props) => {
  const modules = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE }), [text])
  const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      width={WIDTH}
      height={WIDTH}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" rx={1} />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
