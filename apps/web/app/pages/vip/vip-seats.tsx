/** Rows of seats from the back of the room, the nearest row largest; some have a viewer. */
const rows = [
  { y: 30, width: 30, count: 40, opacity: 0.5 },
  { y: 62, width: 38, count: 32, opacity: 0.75 },
  { y: 104, width: 54, count: 24, opacity: 1 },
] as const

const roomWidth = 1440
const roomHeight = 170

/** Backs of seats at the middle of the room, which is scaled to the page. */
function seatsOf({ y, width, count, opacity }: (typeof rows)[number]) {
  const step = width * 1.26
  const left = roomWidth / 2 + 260 - (count * step) / 2
  return Array.from({ length: count }, (_, at) => ({
    key: `${y}-${at}`,
    x: left + at * step,
    y,
    width,
    opacity,
    hasViewer: (at * 7 + y) % 11 === 3,
  }))
}

const seats = rows.flatMap(seatsOf)

/** The audience as silhouettes whose rims the screen lights. */
export function VipSeats({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox={`0 0 ${roomWidth} ${roomHeight}`} preserveAspectRatio="xMidYMax slice">
      {seats.map(({ key, x, y, width, opacity, hasViewer }) => (
        <g key={key} opacity={opacity}>
          {hasViewer && <circle cx={x + width / 2} cy={y - width * 0.08} r={width * 0.24} />}
          <path
            d={`M${x} ${y + width * 2}V${y + width * 0.42}q0 -${width * 0.4} ${width * 0.4} -${width * 0.4}h${width * 0.2}q${width * 0.4} 0 ${width * 0.4} ${width * 0.4}V${y + width * 2}z`}
          />
        </g>
      ))}
    </svg>
  )
}
